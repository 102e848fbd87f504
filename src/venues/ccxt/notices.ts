/**
 * What a venue says of itself, put together from requests that fail each by itself: a part that cannot be read is unknown,
 * with a sentence, and stops nothing. Limits: a title of 200 characters, 20 times of maintenance, 10,000 currencies.
 */
import type { Maintenance, VenueNotices } from '../../ports/venue.ts';

const TITLE_CHARS_MAX = 200;
const MAINTENANCE_MAX = 20;
const COINS_MAX = 10_000;

export type CurrencyNotices = Pick<VenueNotices, 'transfers' | 'coinNames'>;

export type NoticeReads = {
	readonly maintenance: () => Promise<readonly Maintenance[]>;
	/** A sentence where the venue tells these to nobody without a key. */
	readonly currencies: (() => Promise<CurrencyNotices>) | string;
};

export async function gatherNotices(venue: string, reads: NoticeReads): Promise<VenueNotices> {
	const unknown: string[] = [];
	const noteFailure = (what: string, error: unknown): undefined => {
		unknown.push(`${what} of ${venue} is not known: ${titleText(messageOf(error))}`);
		return undefined;
	};
	const { currencies: readCurrencies } = reads;
	const [maintenance, currencies] = await Promise.all([
		reads.maintenance().catch((error: unknown) => noteFailure('The service status', error)),
		typeof readCurrencies === 'string'
			? noteFailure('The state of deposits and withdrawals', readCurrencies)
			: readCurrencies().catch((error: unknown) =>
					noteFailure('The state of deposits and withdrawals', error),
				),
	]);
	return {
		maintenance: (maintenance ?? []).slice(0, MAINTENANCE_MAX),
		transfers: new Map([...(currencies?.transfers ?? [])].slice(0, COINS_MAX)),
		coinNames: new Map([...(currencies?.coinNames ?? [])].slice(0, COINS_MAX)),
		unknown,
	};
}

/** A venue's text as one line of bounded length. */
export function titleText(text: string): string {
	const line = text.replaceAll(/\s+/g, ' ').trim();
	return line.length <= TITLE_CHARS_MAX ? line : `${line.slice(0, TITLE_CHARS_MAX - 1)}…`;
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}
