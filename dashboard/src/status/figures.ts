/** How the figures of this page are written beside what all pages share. */
import type { ServiceStatusResult } from '../../../client/methods.ts';
import { UNKNOWN } from '../figures/shares.ts';
import { duration } from '../figures/spans.ts';

const MS_PER_S = 1_000;

export type Venue = ServiceStatusResult['venues'][number];
export type Bucket = NonNullable<ServiceStatusResult['unhedged_seconds']>['open']['buckets'][number];
export type Limit = ServiceStatusResult['limits'][number];

/** How many, in groups of three. */
export function count(value: number | null | undefined): string {
	return value === null || value === undefined ? UNKNOWN : value.toLocaleString('en-US');
}

/** `+3 ms`: the exchange's clock is ahead of ours. */
export function offset(ms: number | null): string {
	if (ms === null) return UNKNOWN;
	const rounded = Math.round(ms);
	return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${count(Math.abs(rounded))} ms`;
}

/** `10 ms`, `2 s`: an end of a bucket. */
export function bound(seconds: number): string {
	return duration(Math.round(seconds * MS_PER_S));
}

/** `25 – 50 ms`; the last has no end. */
export function bucketText({ above_seconds: above, up_to_seconds: upTo }: Bucket): string {
	if (upTo === null) return `over ${bound(above)}`;
	if (above === 0) return `up to ${bound(upTo)}`;
	const [from, to] = [bound(above), bound(upTo)];
	const unit = to.slice(to.indexOf(' '));
	return `${from.endsWith(unit) ? from.slice(0, -unit.length) : from} – ${to}`;
}

/** `5 ×`, `100,000 USD`, `20 s`, `on`. */
export function limitText({ value, unit }: Limit): string {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	if (unit === 'ms') return duration(value);
	return `${value.toLocaleString('en-US', { maximumFractionDigits: 18 })} ${unit === 'times' ? '×' : unit}`;
}

const SECTIONS: Readonly<Record<string, string>> = {
	execution: 'Opening and closing',
	risk: 'What every opening is checked against',
	marketData: 'Age of the data',
};

/** Limits under the head of their section of the settings, in their order. */
export function limitGroups(limits: readonly Limit[]): readonly (readonly [string, readonly Limit[]])[] {
	const sectionOf = ({ name }: Limit) => name.split('.')[0] ?? '';
	return [...new Set(limits.map(sectionOf))].map((section) => [
		SECTIONS[section] ?? section,
		limits.filter((limit) => sectionOf(limit) === section),
	]);
}
