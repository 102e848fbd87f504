/** Formats of figures that only this page uses. */
import type { ServiceStatusResult } from '../../../client/methods.ts';
import { UNKNOWN } from '../figures/shares.ts';
import { duration } from '../figures/spans.ts';
import { LIMITS } from './text.ts';

const MS_PER_S = 1_000;

export type Venue = ServiceStatusResult['venues'][number];
export type Bucket = NonNullable<ServiceStatusResult['unhedged_seconds']>['open']['buckets'][number];
export type Limit = ServiceStatusResult['limits'][number];

/** A count with grouped thousands; a dash if unknown. */
export function count(value: number | null | undefined): string {
	return value === null || value === undefined ? UNKNOWN : value.toLocaleString('en-US');
}

/** `+3 ms` if the exchange's clock is ahead of ours. */
export function offset(ms: number | null): string {
	if (ms === null) return UNKNOWN;
	const rounded = Math.round(ms);
	return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${count(Math.abs(rounded))} ms`;
}

/** `10 ms`, `2 s`: a bound of a bucket. */
export function bound(seconds: number): string {
	return duration(Math.round(seconds * MS_PER_S));
}

/** `25 – 50 ms`; the last bucket has no upper bound. */
export function bucketText({ above_seconds: above, up_to_seconds: upTo }: Bucket): string {
	if (upTo === null) return LIMITS.over(bound(above));
	if (above === 0) return LIMITS.upTo(bound(upTo));
	const [from, to] = [bound(above), bound(upTo)];
	const unit = to.slice(to.indexOf(' '));
	return `${from.endsWith(unit) ? from.slice(0, -unit.length) : from} – ${to}`;
}

/** `5 ×`, `100,000 USD`, `20 s`, `on`. */
export function limitText({ value, unit }: Limit): string {
	if (typeof value === 'boolean') return value ? LIMITS.on : LIMITS.off;
	if (unit === 'ms') return duration(value);
	return `${value.toLocaleString('en-US', { maximumFractionDigits: 18 })} ${unit === 'times' ? '×' : unit}`;
}

/** Limits by section of the settings, each with its heading, in the order of the service. */
export function limitGroups(limits: readonly Limit[]): readonly (readonly [string, readonly Limit[]])[] {
	const sectionOf = ({ name }: Limit) => name.split('.')[0] ?? '';
	return [...new Set(limits.map(sectionOf))].map((section) => [
		LIMITS.sections[section] ?? section,
		limits.filter((limit) => sectionOf(limit) === section),
	]);
}
