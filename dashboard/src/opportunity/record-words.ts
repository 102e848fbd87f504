/** What the members of an opportunity are called in sentences, and where its record says why one is missing. */
import type { MethodResult, Opportunity, Reason } from '../../../client/methods.ts';
import { venueName } from '../figures/venues.ts';

export type Detail = MethodResult<'opportunity_detail'>;
export type Role = 'long' | 'short';

/** One leg as it is shown: figures of the record under one name for both. */
export type Leg = {
	readonly role: Role;
	/** As people write it: KuCoin. */
	readonly exchange: string;
	/** As the service names it: kucoin. */
	readonly venue: string;
	readonly symbol: string;
	readonly quote: string;
	readonly rate: number | null;
	readonly intervalHours: number | null;
	/** Unix seconds. */
	readonly nextFundingAt: number | null;
};

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

/** Who pays whom at a settlement with this rate: a positive rate is paid by longs to shorts. */
export function paymentWord(role: Role, rate: number | null): 'You receive' | 'You pay' | 'Nothing is paid' {
	if (rate === null || rate === 0) return 'Nothing is paid';
	return rate > 0 === (role === 'short') ? 'You receive' : 'You pay';
}

/** Sentences about these members, each once. A path ends at a member: `net` is also for `net.expected_net`. */
export function reasonsFor(reasons: readonly Reason[], ...fields: readonly string[]): readonly string[] {
	const found = reasons.filter(({ field }) =>
		fields.some((wanted) => field === wanted || field.startsWith(`${wanted}.`)),
	);
	return [...new Set(found.map(({ message }) => message))];
}

/** Sentences with the members that they are about, so that one cause of many gaps is read once. */
export function remarksOf(
	reasons: readonly Reason[],
): readonly { readonly message: string; readonly fields: readonly string[] }[] {
	const byMessage = new Map<string, Set<string>>();
	for (const { message, field } of reasons)
		byMessage.set(message, (byMessage.get(message) ?? new Set()).add(field));
	return [...byMessage].map(([message, fields]) => ({ message, fields: [...fields] }));
}

export type GuardShown = { readonly code: string; readonly sentences: readonly string[] };

/** Each code that stands against a trade, with the record's sentences about it. */
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

/** Why a life ended, in words. */
export const END_WORDS = {
	turned: 'the other direction paid',
	delisted: 'an exchange no longer lists an instrument',
	venue_gone: 'an exchange is no longer configured',
	service_stopped: 'not seen again after a pause of the service',
} as const;
