/** Opportunities as a stream: read again where the book has changed. */
import { encodeExactJson } from '../../domain/exact-json.ts';
import type { CostTerms } from '../../domain/opportunity.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OpportunityBook, OpportunityPage, OpportunityQuery } from '../../ports/opportunities.ts';
import { opportunityExpired } from '../rpc/known-things.ts';
import { opportunityRecord } from '../rpc/opportunity-record.ts';
import { paginationRecord } from '../rpc/record-fields.ts';
import { writtenRow } from '../rpc/written-page.ts';
import type { Snapshot } from './snapshot.ts';
import { whole } from './snapshot.ts';
import type { Source } from './source.ts';
import type { WorkQueue } from './work-queue.ts';

/** The book's version tells of records at default terms. At others something may change that these do not show. */
const STILL_MS_MAX = 2_000;

type Parts = { readonly book: OpportunityBook; readonly clock: Clock; readonly periodMs: number };

/** Source of one page of opportunities at the subscriber's terms, ranked in the lane. */
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
		async read(anew) {
			if (isCurrent() && !anew) return undefined;
			return queue.run(anew, async () => {
				isCurrent.note();
				return snapshotOf(await book.list(query));
			});
		},
	};
}

function snapshotOf({ rows, pagination, asOf: as_of }: OpportunityPage): Snapshot {
	const paging = JSON.stringify(paginationRecord(pagination));
	return {
		kind: 'rows',
		member: 'data',
		rows: rows.map((row) => ({ key: row.record.opportunityId, ...writtenRow(row) })),
		values: [
			{ name: 'pagination', text: paging, same: paging },
			{ name: 'as_of', text: JSON.stringify(as_of) },
		],
	};
}

/** Source of one opportunity; it ends with an error when the opportunity is gone. */
export function recordSource({ book, clock, periodMs }: Parts, id: string, terms: CostTerms): Source {
	const isCurrent = versionGate(book, clock);
	return {
		periodMs,
		pauseMs: periodMs,
		watch: () => () => undefined,
		read(anew) {
			if (isCurrent() && !anew) return undefined;
			isCurrent.note();
			const opportunity = book.record(id, terms);
			if (opportunity === undefined) return { kind: 'over', error: opportunityExpired(id) };
			const record = opportunityRecord(opportunity);
			return whole(encodeExactJson(record), encodeExactJson({ ...record, age_ms: null }));
		},
	};
}

/** Whether what was read last is still what there is. */
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
