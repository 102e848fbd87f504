/** Provides sources of opportunities, which are read again when opportunities change. */
import { encodeExactJson } from '../../domain/exact-json.ts';
import type { CostTerms } from '../../domain/opportunity.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OpportunityBook, OpportunityPage, OpportunityQuery } from '../../ports/opportunities.ts';
import { opportunityExpired } from '../rpc/known-things.ts';
import { opportunityRecord } from '../rpc/opportunity-record.ts';
import { pageMembers, writtenRow } from '../rpc/written-page.ts';
import type { Snapshot } from './snapshot.ts';
import { whole } from './snapshot.ts';
import type { Source } from './source.ts';
import type { WorkQueue } from './work-queue.ts';

/**
 * Maximum age of a read, milliseconds. `OpportunityBook.version` covers only records at default terms; records at
 * other terms may change without a new version.
 */
const STILL_MS_MAX = 2_000;

type Parts = { readonly book: OpportunityBook; readonly clock: Clock; readonly periodMs: number };

/** Creates the source for one page of opportunities at the subscriber's terms. Ranking runs in the work queue. */
export function listSource(
	{ book, clock, periodMs }: Parts,
	queue: WorkQueue,
	query: OpportunityQuery,
): Source {
	const isCurrent = versionGate(book, clock);
	return {
		periodMs,
		pauseMs: periodMs,
		watch: () => () => undefined,
		async read(isForced) {
			if (isCurrent() && !isForced) return undefined;
			return queue.run(isForced, async () => {
				isCurrent.note();
				return snapshotOf(await book.list(query));
			});
		},
	};
}

function snapshotOf(page: OpportunityPage): Snapshot {
	return {
		kind: 'rows',
		member: 'data',
		rows: page.rows.map((row) => ({ key: row.record.opportunityId, ...writtenRow(row) })),
		// A new `as_of` alone is not a change.
		values: pageMembers(page).map(({ name, text }) =>
			name === 'as_of' ? { name, text } : { name, text, same: text },
		),
	};
}

/** Creates the source for one opportunity. The source ends with an error when the opportunity ends. */
export function recordSource({ book, clock, periodMs }: Parts, id: string, terms: CostTerms): Source {
	const isCurrent = versionGate(book, clock);
	return {
		periodMs,
		pauseMs: periodMs,
		watch: () => () => undefined,
		read(isForced) {
			if (isCurrent() && !isForced) return undefined;
			isCurrent.note();
			const opportunity = book.record(id, terms);
			if (opportunity === undefined) return { kind: 'over', error: opportunityExpired(id) };
			const record = opportunityRecord(opportunity);
			return whole(encodeExactJson(record), encodeExactJson({ ...record, age_ms: null }));
		},
	};
}

/** Returns a check that is true while the last read is still current. `note` records that a read has started. */
function versionGate(book: OpportunityBook, clock: Clock): (() => boolean) & { readonly note: () => void } {
	let version: number | undefined;
	let readAt = 0;
	const isCurrent = () => version === book.version && clock.monotonic() - readAt < STILL_MS_MAX;
	return Object.assign(isCurrent, {
		note() {
			version = book.version;
			readAt = clock.monotonic();
		},
	});
}
