/**
 * Collects an exchange's notices from independent requests. A part that cannot be read is reported as unknown, with a
 * reason. Limits: 200 characters per title, 20 maintenance periods, 10,000 currencies.
 */
import { messageOf } from '../../domain/message-of.ts';
import type { Maintenance, VenueNotices } from '../../ports/venue-notices.ts';
import { partUnknown } from './text.ts';

const TITLE_CHARS_MAX = 200;
const MAINTENANCE_MAX = 20;
const COINS_MAX = 10_000;

/** Deposit and withdrawal status and coin names, as far as the exchange reports them. */
export type CurrencyNotices = Pick<VenueNotices, 'transfers' | 'coinNames'>;

/** Requests for an exchange's notices, or the reasons why there are none. */
export type NoticeReads = {
	/** Reads the maintenance periods; a text in its place is the reason why the exchange reports none. */
	readonly maintenance: (() => Promise<readonly Maintenance[]>) | string;
	/** Reads the currencies; a text in its place is the reason why they are not read. */
	readonly currencies: (() => Promise<CurrencyNotices>) | string;
};

/** Reads all notices at once. A failed read is listed as unknown with its reason. Never rejects. */
export async function gatherNotices(venue: string, reads: NoticeReads): Promise<VenueNotices> {
	const { currencies: readCurrencies } = reads;
	const [maintenance, currencies] = await Promise.all([
		known('service status', venue, reads.maintenance),
		known('state of deposits and withdrawals', venue, readCurrencies),
	]);
	return {
		maintenance: (maintenance.value ?? []).slice(0, MAINTENANCE_MAX),
		transfers: new Map([...(currencies.value?.transfers ?? [])].slice(0, COINS_MAX)),
		coinNames: new Map([...(currencies.value?.coinNames ?? [])].slice(0, COINS_MAX)),
		unknown: [...maintenance.unknown, ...currencies.unknown],
	};
}

/** Returns the value, or a message with the reason why it is unknown. */
async function known<T>(
	part: string,
	venue: string,
	read: (() => Promise<T>) | string,
): Promise<{ readonly value: T | undefined; readonly unknown: readonly string[] }> {
	const unknown = (why: string) => ({
		value: undefined,
		unknown: [partUnknown(part, venue, titleText(why))],
	});
	if (typeof read === 'string') return unknown(read);
	try {
		return { value: await read(), unknown: [] };
	} catch (error) {
		return unknown(messageOf(error));
	}
}

/** Returns the exchange's text as one line of at most 200 characters. */
export function titleText(text: string): string {
	const line = text.replaceAll(/\s+/g, ' ').trim();
	return line.length <= TITLE_CHARS_MAX ? line : `${line.slice(0, TITLE_CHARS_MAX - 1)}…`;
}
