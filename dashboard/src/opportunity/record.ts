/** Reads parts of an opportunity's record: its legs, its guards, and the reasons for its missing figures. */
import type { MethodResult, Opportunity, Reason } from '../../../client/methods.ts';
import { UNKNOWN } from '../figures/shares.ts';
import { venueName } from '../figures/venues.ts';
import { text } from './text.ts';

export type Detail = MethodResult<'opportunity_detail'>;
export type Role = 'long' | 'short';

/** One leg. Both legs have the same field names, unlike in the record. */
export type Leg = {
	readonly role: Role;
	/** Display name of the exchange: `KuCoin`. */
	readonly exchange: string;
	/** The service's identifier for the exchange: `kucoin`. */
	readonly venue: string;
	readonly symbol: string;
	readonly quote: string;
	readonly rate: number | null;
	readonly intervalHours: number | null;
	/** Time of the next settlement, Unix seconds; null if unknown. */
	readonly nextFundingAt: number | null;
};

/** Reads one leg from the record. */
export function legOf(record: Opportunity, role: Role): Leg {
	return role === 'long'
		? {
				role,
				exchange: venueName(record.long_venue),
				venue: record.long_venue,
				symbol: record.long_symbol,
				quote: record.long_quote,
				rate: record.long_rate,
				intervalHours: record.long_interval_hours,
				nextFundingAt: record.long_next_funding_timestamp,
			}
		: {
				role,
				exchange: venueName(record.short_venue),
				venue: record.short_venue,
				symbol: record.short_symbol,
				quote: record.short_quote,
				rate: record.short_rate,
				intervalHours: record.short_interval_hours,
				nextFundingAt: record.short_next_funding_timestamp,
			};
}

/** Returns the direction of a leg's payment at a settlement. If the rate is positive, longs pay shorts. */
export function paymentOf(role: Role, rate: number | null): 'receive' | 'pay' | 'none' {
	if (rate === null || rate === 0) return 'none';
	return rate > 0 === (role === 'short') ? 'receive' : 'pay';
}

/** Formats the hours between settlements. */
export function intervalText(hours: number | null): string {
	return hours === null ? UNKNOWN : String(hours);
}

/** Returns the messages about these fields, each once. `net` also selects `net.expected_net`, but not `net_other`. */
export function reasonsFor(reasons: readonly Reason[], ...fields: readonly string[]): readonly string[] {
	const found = reasons.filter(({ field }) =>
		fields.some((wanted) => field === wanted || field.startsWith(`${wanted}.`)),
	);
	return [...new Set(found.map(({ message }) => message))];
}

/** Groups the fields by message, so that a message about several fields appears once. */
export function notesOf(
	reasons: readonly Reason[],
): readonly { readonly message: string; readonly fields: readonly string[] }[] {
	const byMessage = new Map<string, Set<string>>();
	for (const { message, field } of reasons)
		byMessage.set(message, (byMessage.get(message) ?? new Set()).add(field));
	return [...byMessage].map(([message, fields]) => ({ message, fields: [...fields] }));
}

/** Returns the name of a guard in the middle of a sentence: `thin book`. A guard without a text is named by its code. */
export function guardName(code: string): string {
	const names: Readonly<Record<string, string>> = text.reasons.guardNames;
	return names[code] ?? code.replaceAll('_', ' ').toLowerCase();
}

export type GuardShown = { readonly code: string; readonly sentences: readonly string[] };

/** Returns each active guard with the record's messages about it. */
export function guardsOf(record: Pick<Opportunity, 'guards' | 'reasons'>): readonly GuardShown[] {
	return record.guards.map((code) => ({
		code,
		sentences: [
			...new Set(
				record.reasons
					.filter((reason) => reason.field === 'guards' && reason.code === code)
					.map(({ message }) => message),
			),
		],
	}));
}
