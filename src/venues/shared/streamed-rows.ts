/**
 * The rows of a venue's contracts where a stream tells of each and a heavy request of all: what the stream told last; what a
 * request told at first, where the stream is silent, and every half minute as the check of what the stream does not tell.
 *
 * While a request is under way what is known is answered, each contract with its own age; it is waited for where nothing is known
 * that is young enough, and after one that failed: an exchange that answers no request is down, however lively its stream.
 */
import type { TickerBody, ToldTickers } from '../feeds/ticker-protocol.ts';
import type { Find } from './dialect.ts';

const CHECK_MS = 30_000;
/** A contract of which nothing came for so long is asked for: before its price is stale, milliseconds. */
const QUIET_MS_MAX = 3_500;

/** Latest row of a contract with the younger stream message, if there is one; `receivedAt` in Unix milliseconds. */
export type StreamedRow<Row> = {
	readonly row: Row;
	/** The last message, where that is younger than the row. */
	readonly streamed: TickerBody | undefined;
	/** Of the younger of both, by our clock. */
	readonly receivedAt: number;
};

/** Requests that read the rows of all contracts of a venue. */
export type RowSource<Row> = {
	readonly symbolOf: (row: Row) => string;
	/** All contracts, by one request. */
	readonly read: () => Promise<readonly Row[]>;
	/** What else is asked now and then, before the contracts and for every ticker; undefined while nothing of it is due. */
	readonly readOther?: (() => Promise<void>) | undefined;
};

/** What a venue without an open stream has told. */
export function silentStream(now: number): ToldTickers {
	return { told: () => undefined, now: () => now };
}

/** The rows of one session. */
export type StreamedRows<Row> = {
	/** Known facts of each contract, refreshed when due. @throws what the source throws, where it is waited for */
	readonly read: (
		find: Find,
		now: number,
		stream: ToldTickers,
		source: RowSource<Row>,
	) => Promise<readonly StreamedRow<Row>[]>;
	/**
	 * Another request has told of all contracts too: it spares the next one.
	 * @param askedAt they may be younger by the wait for a place
	 */
	readonly note: (rows: readonly Row[], askedAt: number) => void;
};

type Kept<Row> = {
	/** The last answer, and when it came. */
	rows: readonly Row[];
	readAt: number;
	underWay: Promise<void> | undefined;
	/** All of it has been read once. */
	isWhole: boolean;
	hasFailed: boolean;
};

/** Creates an empty store; rows are requested again when a wanted contract has been quiet for too long, and now and then anyway. */
export function createStreamedRows<Row>(): StreamedRows<Row> {
	const kept: Kept<Row> = {
		rows: [],
		readAt: Number.NEGATIVE_INFINITY,
		underWay: undefined,
		isWhole: false,
		hasFailed: false,
	};
	return {
		async read(find, now, stream, source) {
			const ages = latestOf(kept, stream, source)
				.filter(({ row }) => find(source.symbolOf(row)) !== undefined)
				.map(({ receivedAt }) => now - receivedAt);
			const hasQuiet = ages.length === 0 || Math.max(...ages) >= QUIET_MS_MAX;
			const needsRows = hasQuiet || now - kept.readAt >= CHECK_MS;
			if (needsRows || source.readOther !== undefined)
				kept.underWay ??= refresh(kept, source, needsRows ? stream.now : undefined);
			const hasYoung = ages.length > 0 && Math.min(...ages) < QUIET_MS_MAX;
			if (!hasYoung || !kept.isWhole || kept.hasFailed) await kept.underWay;
			return latestOf(kept, stream, source);
		},
		note(rows, askedAt) {
			if (askedAt < kept.readAt) return;
			kept.rows = rows;
			kept.readAt = askedAt;
		},
	};
}

function latestOf<Row>(
	{ rows, readAt }: Kept<Row>,
	{ told }: ToldTickers,
	{ symbolOf }: RowSource<Row>,
): readonly StreamedRow<Row>[] {
	return rows.map((row) => {
		const streamed = told(symbolOf(row));
		return streamed !== undefined && streamed.receivedAt > readAt
			? { row, streamed: streamed.body, receivedAt: streamed.receivedAt }
			: { row, streamed: undefined, receivedAt: readAt };
	});
}

/** Rejections reach whoever waits; of the others the next call learns by `hasFailed`. */
function refresh<Row>(
	kept: Kept<Row>,
	source: RowSource<Row>,
	timeOfRows: (() => number) | undefined,
): Promise<void> {
	const reading = readAll(kept, source, timeOfRows).then(
		() => {
			kept.isWhole = true;
			kept.hasFailed = false;
		},
		(error: unknown) => {
			kept.hasFailed = true;
			throw error;
		},
	);
	const underWay = reading.finally(() => {
		kept.underWay = undefined;
	});
	underWay.catch(() => undefined);
	return underWay;
}

/** @param timeOfRows undefined where the contracts need not be read */
async function readAll<Row>(
	kept: Kept<Row>,
	{ read, readOther }: RowSource<Row>,
	timeOfRows: (() => number) | undefined,
): Promise<void> {
	await readOther?.();
	if (timeOfRows === undefined) return;
	kept.rows = await read();
	kept.readAt = timeOfRows();
}
