/** Describes the current mode's money and exchanges, for the startup messages, the log and `carrywire doctor`. */

import { isTradedAt } from '../venues/facts.ts';
import type { Config } from './config.ts';

type ModeSettings = Pick<Config, 'mode' | 'venues' | 'transport'>;

/**
 * Returns true for a rehearsal: outside simulated mode, the requests for at least one exchange go to a port on this
 * machine.
 */
export function isRehearsal({ mode, transport }: Pick<Config, 'mode' | 'transport'>): boolean {
	return mode !== 'simulated' && transport.redirect.length > 0;
}

/** Describes the exchanges in use, for the startup message that the service is ready. */
export function exchangesInUse(config: ModeSettings): string {
	const { mode, venues, transport } = config;
	if (isRehearsal(config))
		return `REHEARSAL of ${mode} mode: ${transport.redirect.join(', ')} on this machine`;
	const read = venues.filter((venue) => !isTradedAt(venue));
	const list = [
		venues.filter(isTradedAt).join(', '),
		...(read.length === 0 ? [] : [`read for data only: ${read.join(', ')}`]),
	].join('; ');
	switch (mode) {
		case 'simulated':
			return `simulated exchanges: ${list}`;
		case 'paper':
			return `PAPER accounts at real prices: ${list}`;
		case 'testnet':
			return `TESTNET, test money on the test environments of the exchanges: ${list}`;
		case 'live':
			return `LIVE, real orders with real money: ${list}`;
	}
}

/** Returns the current mode's warning for the log; undefined if the mode needs none. */
export function tradingWarning(config: ModeSettings): string | undefined {
	if (isRehearsal(config))
		return 'this is a rehearsal: requests for the exchanges go to ports on this machine, and no order reaches a real exchange';
	return config.mode === 'live' ? 'live mode: orders use real money' : undefined;
}
