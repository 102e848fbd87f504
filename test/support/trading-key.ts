/** A key as an exchange describes one that may trade and no more. */
import type { KeyDescription } from '../../src/ports/venue.ts';

export const TRADING_KEY: KeyDescription = {
	uid: null,
	permissions: ['trade'],
	canTrade: true,
	canWithdraw: false,
	readOnly: false,
	expiresAt: null,
	ipBound: null,
};
