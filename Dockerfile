# herald by touch, or with a camera that is handed in:
#     docker build -t herald .
#     docker run -d --name herald --restart unless-stopped --network host -v herald:/data herald
#     docker logs herald        shows the code for tablets; --device /dev/video0 and no --no-camera: with a camera
# --network host, so that the addresses told to tablets are the machine's own and herald.local is announced.
FROM python:3.13-slim AS build
COPY . /source
RUN python -m venv /herald && /herald/bin/pip install --no-cache-dir "/source[voice,zeroconf]"

FROM python:3.13-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends libgl1 libglib2.0-0 alsa-utils \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --groups video,audio herald \
    && install -d -o herald -g herald /data
COPY --from=build /herald /herald
USER herald
ENV PATH=/herald/bin:$PATH XDG_DATA_HOME=/data PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8765
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8765/open', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["herald", "play", "--game", "newest"]
CMD ["--no-camera", "--no-voice"]
