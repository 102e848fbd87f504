/** An exchange's description of an API key that may trade but not withdraw. */
import type { KeyDescription } from '../../src/ports/venue.ts';

export const TRADING_KEY: KeyDescription = {
	uid: null,
	permissions: ['trade'],
	canTrade: true,
	canWithdraw: false,
	canTransfer: false,
	readOnly: false,
	expiresAt: null,
	ipBound: null,
};
