// The table's page with the Talk button.

import "./app.mjs";
import "./talk.mjs";
