/** Whose money is used, in words: said at the start, in the log and by `carrywire doctor`. */

import { isTradedAt } from '../venues/facts.ts';
import type { Config } from './config.ts';

type ModeSettings = Pick<Config, 'mode' | 'venues' | 'transport'>;

/** A real mode whose requests go to ports of this machine. */
export function isRehearsal({ mode, transport }: Pick<Config, 'mode' | 'transport'>): boolean {
	return mode !== 'simulated' && transport.redirect.length > 0;
}

/** For the line that says that the service is ready. */
export function exchangesInUse(config: ModeSettings): string {
	const { mode, venues, transport } = config;
	if (isRehearsal(config))
		return `REHEARSAL of mode ${mode}: ${transport.redirect.join(', ')} on this machine`;
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
			return `TESTNET, test money at the test environments of the exchanges: ${list}`;
		case 'live':
			return `LIVE, real orders with real money: ${list}`;
	}
}

/** For the log; undefined where there is nothing to warn of. */
export function tradingWarning(config: ModeSettings): string | undefined {
	if (isRehearsal(config))
		return 'this is a rehearsal: requests for the exchanges go to ports of this machine, and no order reaches a real one';
	return config.mode === 'live' ? 'mode live: orders are real, with real money' : undefined;
}
