/** Sentences about replays of callers. */
import { spoken } from '../../domain/english.ts';
import { replay } from '../../sentences/replay.ts';

/** Refusals, and reasons why a replay ended early. */
export const REPLAY_TEXT = spoken('replay', replay);

/** Log messages. */
export const REPLAY_LOG = {
	failed: 'A replay failed because of a fault in the program.',
	ended: 'The process of a replay ended without its result.',
	notRemoved: 'A stored replay could not be removed.',
	unreadable: 'A stored replay could not be read; it is ignored.',
	notWritten: 'The state of a replay could not be stored.',
} as const;
