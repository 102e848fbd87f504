/** Replays of a service that runs none, such as a replayed one. */
import { CarrywireError } from '../../domain/carrywire-error.ts';
import type { Replays } from '../../ports/replays.ts';
import { REPLAY_TEXT } from './text.ts';

function off(): never {
	throw new CarrywireError('REPLAY_OFF', REPLAY_TEXT.off());
}

function unknown(replayId: string): never {
	throw new CarrywireError('UNKNOWN_REPLAY', REPLAY_TEXT.unknown({ was: replayId.slice(0, 64) }), {
		field: 'replay_id',
	});
}

/** Refuses every replay, and knows none. */
export const NO_REPLAYS: Replays = {
	isEnabled: false,
	queueMax: 0,
	choices: async () => ({ data: [], names: {}, policies: [], rules: [] }),
	start: async () => off(),
	list: () => [],
	find: (_userId, replayId) => unknown(replayId),
	cancel: (_userId, replayId) => unknown(replayId),
	read: async (_userId, replayId) => unknown(replayId),
	report: async (_userId, replayId) => unknown(replayId),
};
