/** Sentences of the margin planner. */
import { spoken } from '../domain/english.ts';
import { margin } from '../sentences/margin.ts';

/** Why money should move or pairs should shrink, and what a shock does. */
export const MARGIN_TEXT = spoken('margin', margin);
