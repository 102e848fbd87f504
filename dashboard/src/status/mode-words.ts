/** Whose money it is, in words that stand alone: nobody should need a colour to tell invented money from real. */
import type { ServiceStatusResult } from '../../../client/methods.ts';

export type ModeWords = {
	/** In capitals on the page. */
	readonly name: string;
	/** Of its look, as everywhere: `mode-…`. */
	readonly look: 'simulated' | 'paper' | 'testnet' | 'live' | 'rehearsal';
	/** Whether an order of this service can cost real money. */
	readonly money: string;
	readonly meaning: string;
};

export function modeWords({
	trading_mode: mode,
	rehearsal,
}: Pick<ServiceStatusResult, 'trading_mode' | 'rehearsal'>): ModeWords {
	if (rehearsal)
		return {
			name: 'Rehearsal',
			look: 'rehearsal',
			money: 'No real money.',
			meaning: `Everything is as in the mode ${mode}, but requests for the exchanges go to stand-ins on this machine: no order reaches a real exchange.`,
		};
	switch (mode) {
		case 'simulated':
			return {
				name: 'Simulated',
				look: 'simulated',
				money: 'No real money.',
				meaning: 'Exchanges, prices, balances and profits are invented on this machine: no order leaves it.',
			};
		case 'paper':
			return {
				name: 'Paper',
				look: 'paper',
				money: 'No real money.',
				meaning:
					'Prices and funding are those of the real exchanges; accounts are kept on paper here: no order leaves this machine.',
			};
		case 'testnet':
			return {
				name: 'Testnet',
				look: 'testnet',
				money: 'No real money.',
				meaning:
					'Orders go to the test environments of the exchanges and are paid with test money; the prices are theirs, not those of the real exchanges.',
			};
		case 'live':
			return {
				name: 'Live',
				look: 'live',
				money: 'Real money.',
				meaning: 'Orders go to the real exchanges and are paid with what lies on your accounts there.',
			};
	}
}
