// How much of a game is said, in words.

import { t } from "./language.mjs";

/** @type {{ [level: string]: string }} */
export const LEVEL_NAMES = {
  score: t`Score only`,
  standard: t`Retreats, losses and lore too`,
  everything: t`Everything`,
  blind: t`To play without seeing`,
};
