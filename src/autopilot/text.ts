/** Messages of the autopilot. */
import { spoken } from '../domain/english.ts';
import { autopilot } from '../sentences/autopilot.ts';

/** Reasons of decisions, refusals of calls, and alerts. */
export const AUTOPILOT_TEXT = spoken('autopilot', autopilot);
