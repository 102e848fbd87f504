/** Reads a user's ledger from the journal in short pieces of work, however long the ledger is. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type {
	LedgerCursor,
	LedgerEvents,
	LedgerExport,
	LedgerPage,
	LedgerQuery,
	LedgerRow,
} from '../ports/ledger-export.ts';
import { type LedgerContext, ledgerContext, ledgerRows } from './ledger-rows.ts';
import { PORTFOLIO_TEXT } from './text.ts';

/** Number of journal positions read per piece. */
const WINDOW_SEQS = 250;
/** Maximum number of executions whose legs and orders stay cached while their rows are written. */
const CONTEXTS_MAX = 100;

type Place = Pick<LedgerCursor, 'seq' | 'index'>;
type Placed = Place & { readonly row: LedgerRow };

type Reader = {
	readonly events: LedgerEvents;
	/**
	 * Called between two pieces. If it returns undefined, reading continues at once; otherwise reading waits for the
	 * returned value to resolve.
	 */
	readonly pause: () => Promise<void> | undefined;
	/**
	 * Marks a journal that was restored from a backup; undefined for any other journal. At positions after the
	 * backup, its rows differ from those of the original journal.
	 */
	readonly restoreMark?: string | undefined;
};

/** Creates the reader of ledger pages. It refuses a cursor from before the journal was restored. */
export function createLedgerReader(reader: Reader): LedgerExport {
	return {
		page: (query) => page(reader, query),
		async *read(query) {
			const upTo = await reader.events.lastSeq(query.userId);
			for await (const placed of windows(reader, query, { seq: 0, index: 0 }, upTo))
				if (placed.length > 0) yield placed.map(({ row }) => row);
		},
	};
}

/** Generates the rows after the cursor, window by window. A window may have no rows. */
async function* windows(
	{ events, pause }: Reader,
	{ userId, from, until, executionId }: LedgerQuery,
	after: Place,
	upTo: number,
): AsyncGenerator<readonly Placed[]> {
	const contexts = new Map<string, LedgerContext>();
	// If the cursor is inside an event, that event is read again and its rows before the cursor are skipped.
	for (let begin = after.index === 0 ? after.seq : after.seq - 1; begin < upTo; begin += WINDOW_SEQS) {
		await pause();
		const found = await events.between(userId, begin, Math.min(begin + WINDOW_SEQS, upTo));
		const rows: Placed[] = [];
		for (const event of found) {
			await pause();
			if (executionId !== undefined && event.executionId !== executionId) continue;
			const made = ledgerRows(event, await contextOf(events, contexts, event.executionId));
			for (const [index, row] of made.entries()) {
				const isBehind = event.seq !== after.seq || index >= after.index;
				const isAsked = (from === undefined || row.at >= from) && (until === undefined || row.at < until);
				if (isBehind && isAsked) rows.push({ seq: event.seq, index, row });
			}
		}
		yield rows;
	}
}

async function contextOf(
	events: LedgerEvents,
	contexts: Map<string, LedgerContext>,
	executionId: string,
): Promise<LedgerContext> {
	const present = contexts.get(executionId);
	if (present !== undefined) return present;
	const oldest = contexts.keys().next();
	if (contexts.size >= CONTEXTS_MAX && !oldest.done) contexts.delete(oldest.value);
	const context = ledgerContext(await events.readExecution(executionId));
	contexts.set(executionId, context);
	return context;
}

/** @throws CarrywireError INVALID_PARAMS for a cursor from another journal, such as one from before a restore. */
async function page(
	reader: Reader,
	{ after, limit, ...query }: LedgerQuery & { readonly after: LedgerCursor; readonly limit: number },
): Promise<LedgerPage> {
	const { restoreMark: restore = '' } = reader;
	const upTo = await reader.events.lastSeq(query.userId);
	if (after.restore !== restore && after.seq > 0)
		throw new CarrywireError('INVALID_PARAMS', PORTFOLIO_TEXT.restoredCursor(), { field: 'cursor' });
	if (after.seq > upTo)
		throw new CarrywireError(
			'INVALID_PARAMS',
			PORTFOLIO_TEXT.cursorBeyondEnd({ end: upTo, was: after.seq }),
			{ field: 'cursor' },
		);
	const rows: LedgerRow[] = [];
	for await (const placed of windows(reader, query, after, upTo))
		for (const { seq, index, row } of placed) {
			if (rows.length === limit) return { rows, next: { ...before({ seq, index }), restore }, hasMore: true };
			rows.push(row);
		}
	return {
		rows,
		next: { ...(upTo > after.seq ? { seq: upTo, index: 0 } : after), restore },
		hasMore: false,
	};
}

/** Returns the cursor directly before a row. */
function before({ seq, index }: Place): Place {
	return index === 0 ? { seq: seq - 1, index: 0 } : { seq, index };
}
