import assert from "node:assert/strict";
import { test } from "node:test";

import { movedUnits } from "../../companion/web/static/board/motion.mjs";

test("units that stand elsewhere are told with where they stood; who falls or comes is not", () => {
  const before = [
    { id: "guard-1", at: "D3" },
    { id: "guard-2", at: "I3" },
    { id: "guard-3", at: "F4" },
    { id: "guard-4", at: null },
  ];
  const now = [
    { id: "guard-1", at: "D4" },
    { id: "guard-2", at: "I3" },
    { id: "guard-3", at: null },
    { id: "guard-4", at: "A1" },
  ];
  assert.deepEqual(movedUnits(before, now), [{ id: "guard-1", from: "D3", to: "D4" }]);
});
