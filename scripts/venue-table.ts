/**
 * Generates `docs/venues.md` from a run of the venue suite. For each venue and capability, the page shows how many
 * cases passed, or why the venue lacks the capability. Any difference between the run and the capabilities in the
 * modules is a fault.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VENUE_NAMES } from '../src/venues/facts.ts';
import { table } from './schema-rows.ts';
import type { VitestReport } from './test-projects.ts';
import { CAPABILITIES, type Capability, VENUE_LACKS } from './venue-capabilities.ts';

export const VENUE_PAGE = 'venues.md';

/** Number of passed cases, by venue and capability. A capability with a failed case is absent. */
export type VenueResults = ReadonlyMap<string, ReadonlyMap<Capability, number>>;

const names = Object.keys(CAPABILITIES) as readonly Capability[];

/** Collects the cases of the common suite: tests within a venue's `describe` whose title begins with a capability. */
export function venueResults(report: VitestReport): VenueResults {
	const cases = report.testResults.flatMap((file) =>
		file.assertionResults.flatMap(({ ancestorTitles, title, status }) => {
			const venue = ancestorTitles[0];
			const capability = names.find((name) => title.startsWith(`${name}: `));
			return venue === undefined || capability === undefined ? [] : [{ venue, capability, status }];
		}),
	);
	const results = new Map<string, Map<Capability, number>>();
	for (const { venue, capability } of cases) {
		const row = results.get(venue) ?? new Map<Capability, number>();
		results.set(venue, row);
		const own = cases.filter((each) => each.venue === venue && each.capability === capability);
		if (own.every(({ status }) => status === 'passed')) row.set(capability, own.length);
	}
	return results;
}

/**
 * Returns the faults in the results, as sentences. A capability needs either a passed case or a reason; it is a fault
 * to have neither or both.
 */
export function venueFaults(results: VenueResults): readonly string[] {
	const faults = results.size === 0 ? ['The venue suite ran no case of any capability.'] : [];
	for (const [venue, row] of results)
		for (const name of names) {
			const reason = VENUE_LACKS[venue]?.[name];
			const proven = row.has(name);
			if (!proven && reason === undefined)
				faults.push(`${venue}: no case proves “${name}”, and no reason is stated.`);
			if (proven && reason !== undefined)
				faults.push(`${venue}: “${name}” is proven, yet a reason is stated why it is lacking.`);
		}
	for (const venue of Object.keys(VENUE_LACKS))
		if (!results.has(venue)) faults.push(`${venue}: reasons are stated, and the suite has no such venue.`);
	return faults;
}

/** Returns the text of `docs/venues.md` for these results. */
export function venuePage(results: VenueResults): string {
	const venues = VENUE_NAMES.filter((venue) => results.has(venue));
	const reasons = venues.flatMap((venue) =>
		names.flatMap((name) => {
			const reason = VENUE_LACKS[venue]?.[name];
			return reason === undefined ? [] : [`- **${venue}**, ${name}: ${reason}`];
		}),
	);
	const cell = (venue: string, name: Capability): string => {
		const count = results.get(venue)?.get(name);
		return count === undefined ? 'no' : `yes (${count})`;
	};
	return `${[
		'# Venues',
		'<!-- Written by npm run venues from a run of the suite. Change the suite, not this page. -->',
		'This table shows the capabilities of each exchange, proven by the suite of `test/venue`: the adapter over real sockets against the simulated exchange. The number of passed cases is in brackets. `npm test` fails if a run gives a different table.',
		table(
			['capability', ...venues, 'proven rule'],
			names.map((name) => [name, ...venues.map((venue) => cell(venue, name)), CAPABILITIES[name]]),
		),
		...(reasons.length === 0 ? [] : ['Missing capabilities, and why:', reasons.join('\n')]),
	].join('\n\n')}\n`;
}

/**
 * Returns the faults in a run of the complete venue project. A committed page that differs from the run is a fault as
 * well.
 */
export function judgeVenueRun(report: VitestReport, docs: string): readonly string[] {
	const results = venueResults(report);
	const path = join(docs, VENUE_PAGE);
	const isInStep = existsSync(path) && readFileSync(path, 'utf8') === venuePage(results);
	const faults = venueFaults(results);
	return isInStep
		? faults
		: [...faults, `docs/${VENUE_PAGE} differs from the run; npm run venues writes it.`];
}
