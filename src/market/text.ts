/** Contains the messages about current and settled rates that cannot be read. */
import { spoken } from '../domain/english.ts';
import { funding, history } from '../sentences/funding.ts';

/** Reasons why settled rates cannot be read. */
export const HISTORY_TEXT = spoken('history', history);

/** Reasons for figures that the funding map does not have. */
export const FUNDING_MAP_TEXT = spoken('funding', funding);
