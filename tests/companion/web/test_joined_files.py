"""A page's modules and style sheets, joined into one answer each."""

import pytest

from companion.web.server.joined_files import joined_script, joined_style
from companion.web.server.static_files import FOLDER, StaticFiles

MODULES = {
    "app.mjs": 'import "./parts/begin.mjs";\nimport { a, b as c } from "./parts/two.mjs";\nc(a);\n',
    "parts/begin.mjs": 'import {\n  a,\n} from "./two.mjs";\na.url = new URL("./x.wav", import.meta.url);\n',
    "parts/two.mjs": "export const a = {};\nexport async function b() {}\n",
    "link/worker.mjs": 'import { b } from "../parts/begin2.mjs";\nexport class Wire {}\n',
    "parts/begin2.mjs": "const own=import.meta.url;export{own as b};",
}


def test_a_module_runs_after_those_that_it_imports_each_once_with_their_names() -> None:
    assert joined_script("app.mjs", MODULES).splitlines() == [
        "const $modules = {};",
        "// parts/two.mjs",
        "$modules['parts/two.mjs'] = (() => {",
        "const a = {};",
        "async function b() {}",
        "return { a: a, b: b };",
        "})();",
        "// parts/begin.mjs",
        "$modules['parts/begin.mjs'] = (() => {",
        "const { a, } = $modules['parts/two.mjs'];",
        "a.url = new URL(\"./x.wav\", new URL('parts/begin.mjs', import.meta.url));",
        "return {  };",
        "})();",
        "// app.mjs",
        "$modules['app.mjs'] = (() => {",
        "const { a, b: c } = $modules['parts/two.mjs'];",
        "c(a);",
        "return {  };",
        "})();",
    ]


def test_what_a_joined_module_exports_can_be_imported_and_addresses_are_those_of_its_parts() -> None:
    lines = joined_script("link/worker.mjs", MODULES).splitlines()
    assert "const own=new URL('../parts/begin2.mjs', import.meta.url);" in lines
    assert "return { b: own };" in lines
    assert lines[-1] == "export const { Wire } = $modules['link/worker.mjs'];"


@pytest.mark.parametrize(
    "line",
    [
        'import dom from "./dom.mjs";',
        "export default 1;",
        'export * from "./dom.mjs";',
        'export { a } from "./dom.mjs";',
        "export let a = 1;",
    ],
)
def test_what_cannot_be_joined_is_refused_and_not_sent_half(line: str) -> None:
    with pytest.raises(ValueError, match=r"odd\.mjs: (import|export) .* cannot be joined"):
        joined_script("odd.mjs", {"odd.mjs": f"{line}\n"})


def test_every_page_s_script_and_worker_can_be_joined() -> None:
    files = StaticFiles()
    scripts = [path.name for path in FOLDER.glob("*.mjs")]
    assert {"app.mjs", "home.mjs", "wall.mjs"} <= set(scripts)
    for name in (*scripts, "link/link_worker.mjs"):
        assert files.sent(name).endswith(b"})();\n")


def test_a_style_sheet_holds_those_that_it_imports_each_once_in_their_order() -> None:
    sheets = {
        "table.css": '@import "style.css";\n@import "rules.css";\n.table {}\n',
        "rules.css": '@import "style.css";\n.rule {}\n',
        "style.css": ".all {}\n",
    }
    assert joined_style("table.css", sheets) == ".all {}\n.rule {}\n.table {}\n"


@pytest.mark.parametrize(
    "line", ['@import url("style.css");', '@import "style.css" screen;', "@import 'style.css';"]
)
def test_a_style_sheet_that_cannot_be_joined_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="cannot be joined"):
        joined_style("odd.css", {"odd.css": f"{line}\n", "style.css": ""})


def test_every_style_sheet_can_be_joined() -> None:
    files = StaticFiles()
    for path in FOLDER.glob("*.css"):
        assert files.sent(path.name)


def test_what_a_module_exports_in_braces_may_stand_on_lines_of_their_own() -> None:
    script = joined_script("app.mjs", {"app.mjs": "const a = 1;\nconst b = 2;\nexport {\n  a,\n  b,\n};\n"})
    assert "return { a: a, b: b };" in script
