/** What is said of an execution beside its figures. Everything here is of one entry of `portfolio_live`. */
import type { ExecutionRecord, ExecutionStatus } from '../../../client/methods.ts';

export type Entry = ExecutionRecord;

/** Each status as a word, whether it is good or bad, and what comes next. */
export const STATUS_WORDS: Readonly<
	Record<
		ExecutionStatus,
		{ readonly word: string; readonly look: 'good' | 'bad' | 'warn' | ''; readonly next: string }
	>
> = {
	queued: {
		word: 'Queued',
		look: 'warn',
		next: 'It is written down, and the first orders are about to be sent.',
	},
	opening: {
		word: 'Opening',
		look: 'warn',
		next: 'Orders are being worked on both exchanges. If one leg gets ahead, the service brings up the other or takes back what is too much.',
	},
	running: {
		word: 'Running',
		look: 'good',
		next: 'Both legs are open. Funding is booked at each settlement, and the exit rules are watched until it is closed.',
	},
	closing: {
		word: 'Closing',
		look: 'warn',
		next: 'Both legs are being closed. It ends when both exchanges confirm that nothing is left.',
	},
	closed: { word: 'Closed', look: '', next: 'Both exchanges have confirmed that nothing of it is left.' },
	failed: { word: 'Failed', look: 'bad', next: 'It was not opened, and nothing of it is held.' },
	needs_attention: {
		word: 'Needs you',
		look: 'bad',
		next: 'The service has met something that a person must look at. The reason says what; look at the positions on both exchanges.',
	},
};

/** It is over: nothing changes any more. */
export function hasEnded({ execution: { status } }: Entry): boolean {
	return status === 'closed' || status === 'failed';
}

/** Why a member is null or doubtful, in the service's sentence; undefined where it says nothing. */
export function reasonFor({ reasons }: Entry, field: string): string | undefined {
	const found = reasons.find((reason) => reason.field === field || reason.field.endsWith(`.${field}`));
	return found?.message;
}

/** The coin, of `BTCUSDT`: the quote stands last and is a currency at par with the dollar. */
export function coinOf({ execution: { symbol } }: Entry): string {
	return symbol.replace(/(?:USDT|USDC|USD)$/, '');
}
