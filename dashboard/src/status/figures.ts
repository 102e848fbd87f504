/** Formats figures that only the Status page uses. */

import type { ServiceStatusResult } from '../../../client/methods.ts';
import { writeNumber } from '../figures/reader-format.ts';
import { UNKNOWN } from '../figures/shares.ts';
import { duration } from '../figures/spans.ts';
import { LIMITS } from './text.ts';

const MS_PER_S = 1_000;

export type Venue = ServiceStatusResult['venues'][number];
export type Bucket = NonNullable<ServiceStatusResult['unhedged_seconds']>['open']['buckets'][number];
export type Limit = ServiceStatusResult['limits'][number];

/** Formats a count with grouped thousands; a dash if unknown. */
export function count(value: number | null | undefined): string {
	return value === null || value === undefined ? UNKNOWN : writeNumber(value);
}

/** Formats a clock offset: `+3 ms` if the exchange's clock is ahead of ours. */
export function offset(ms: number | null): string {
	if (ms === null) return UNKNOWN;
	const rounded = Math.round(ms);
	return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${count(Math.abs(rounded))} ms`;
}

/** Formats the bound of a histogram bucket: `10 ms`, `2 s`. */
export function bound(seconds: number): string {
	return duration(Math.round(seconds * MS_PER_S));
}

/** Formats a histogram bucket: `25 – 50 ms`. The last bucket has no upper bound. */
export function bucketText({ above_seconds: above, up_to_seconds: upTo }: Bucket): string {
	if (upTo === null) return LIMITS.over(bound(above));
	if (above === 0) return LIMITS.upTo(bound(upTo));
	const [from, to] = [bound(above), bound(upTo)];
	const unit = to.slice(to.indexOf(' '));
	return `${from.endsWith(unit) ? from.slice(0, -unit.length) : from} – ${to}`;
}

/** Formats a limit: `5 ×`, `100,000 USD`, `20 s`, `on`. */
export function limitText({ value, unit }: Limit): string {
	if (typeof value === 'boolean') return value ? LIMITS.on : LIMITS.off;
	if (unit === 'ms') return duration(value);
	return `${writeNumber(value, { maximumFractionDigits: 18 })} ${unit === 'times' ? '×' : (LIMITS.units[unit] ?? unit)}`;
}

/** Groups limits by settings section, each group with its heading, in the service's order. */
export function limitGroups(limits: readonly Limit[]): readonly (readonly [string, readonly Limit[]])[] {
	const sectionOf = ({ name }: Limit) => name.split('.')[0] ?? '';
	return [...new Set(limits.map(sectionOf))].map((section) => [
		LIMITS.sections[section] ?? section,
		limits.filter((limit) => sectionOf(limit) === section),
	]);
}
