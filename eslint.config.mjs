// What the page's modules must not do, besides what the types forbid (tsconfig.json).

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: [".venv/", "build/", "companion/web/static/vendor/"] },
  js.configs.recommended,
  {
    rules: {
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      complexity: ["error", { max: 16, variant: "modified" }],
      "max-len": ["error", { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true }],
      "max-params": ["error", 5],
    },
  },
  {
    // The server joins a page's modules (companion/web/server/joined_files.py) and knows these forms only.
    files: ["companion/web/static/**/*.mjs"],
    rules: {
      "no-restricted-syntax": [
        "error",
        "ImportExpression",
        "ImportDefaultSpecifier",
        "ImportNamespaceSpecifier",
        "ExportDefaultDeclaration",
        "ExportAllDeclaration",
        "ExportNamedDeclaration[source]",
        "ExportNamedDeclaration > VariableDeclaration[kind='let']",
        "ExportNamedDeclaration > VariableDeclaration[declarations.length>1]",
        "Program > ExpressionStatement > AwaitExpression",
        "Program > VariableDeclaration > VariableDeclarator > AwaitExpression",
      ],
    },
  },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["companion/web/static/**/*.mjs"], languageOptions: { globals: globals.browser } },
  {
    files: ["companion/web/static/looks.js"],
    languageOptions: { globals: globals.browser, sourceType: "script" },
  },
  { files: ["companion/web/static/link/link_worker.mjs"], languageOptions: { globals: globals.worker } },
  { files: ["tests/page/**/*.mjs", "tools/**/*.mjs"], languageOptions: { globals: globals.node } },
];
