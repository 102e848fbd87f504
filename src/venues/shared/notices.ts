/**
 * Collects an exchange's notices from independent requests. A part that cannot be read is reported as unknown, with a
 * reason. Limits: 200 characters per title, 20 maintenance periods, 10,000 currencies.
 */
import { messageOf } from '../../domain/message-of.ts';
import { VenueError } from '../../ports/venue-error.ts';
import type { Maintenance, VenueNotices } from '../../ports/venue-notices.ts';
import type { NoticePart } from '../../sentences/notice.ts';
import type { Words } from '../../sentences/sentence.ts';
import { BodyError } from './fields.ts';
import { NOTICE_TEXT } from './text.ts';

const TITLE_CHARS_MAX = 200;
const MAINTENANCE_MAX = 20;
const COINS_MAX = 10_000;

/** Deposit and withdrawal status and coin names, as far as the exchange reports them. */
export type CurrencyNotices = Pick<VenueNotices, 'transfers' | 'coinNames'>;

/** Requests for an exchange's notices, or the reasons why there are none. */
export type NoticeReads = {
	/** Reads the maintenance periods; words in its place are the reason why the exchange reports none. */
	readonly maintenance: (() => Promise<readonly Maintenance[]>) | Words;
	/** Reads the currencies; words in its place are the reason why they are not read. */
	readonly currencies: (() => Promise<CurrencyNotices>) | Words;
};

/**
 * Reads all notices at once. A failed read is listed as unknown with its reason. Never rejects.
 * @param exchange display name
 */
export async function gatherNotices(exchange: string, reads: NoticeReads): Promise<VenueNotices> {
	const { currencies: readCurrencies } = reads;
	const [maintenance, currencies] = await Promise.all([
		known('status', exchange, reads.maintenance),
		known('transfers', exchange, readCurrencies),
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
	part: NoticePart,
	exchange: string,
	read: (() => Promise<T>) | Words,
): Promise<{ readonly value: T | undefined; readonly unknown: readonly Words[] }> {
	const unknown = (why: Words) => ({
		value: undefined,
		unknown: [NOTICE_TEXT.unknown({ part, exchange, why })],
	});
	if (typeof read !== 'function') return unknown(read);
	try {
		return { value: await read(), unknown: [] };
	} catch (error) {
		const words = error instanceof VenueError || error instanceof BodyError ? error.words : messageOf(error);
		return unknown(typeof words === 'string' ? titleText(words) : words);
	}
}

/** Returns the exchange's text as one line of at most 200 characters. */
export function titleText(text: string): string {
	const line = text.replaceAll(/\s+/g, ' ').trim();
	return line.length <= TITLE_CHARS_MAX ? line : `${line.slice(0, TITLE_CHARS_MAX - 1)}…`;
}

/** Returns the exchange's title of a notice, or words for a missing one. */
export function titleOf(title: string | undefined): Words {
	return title === undefined ? NOTICE_TEXT.noTitle() : titleText(title);
}
