/**
 * Provides rows for all contracts from a stream and from a request with a high weight. The stream updates single
 * contracts. The request covers all contracts: it provides the first rows, replaces missing messages, and runs every
 * half minute for fields that the stream lacks.
 *
 * While a request is in flight, a read returns the known rows, each with its own age. The read waits for the request
 * if no row is recent enough. It also waits if the last request failed, because an exchange that responds to no
 * requests is down, even if its stream works.
 */
import type { StreamedTickers, TickerBody } from '../feeds/ticker-protocol.ts';
import type { Find } from './dialect.ts';

const CHECK_MS = 30_000;
/**
 * Silence limit for one contract, milliseconds: if no message about it arrives for this long, we request all rows.
 * The limit is shorter than the age at which the contract's price is stale.
 */
const QUIET_MS_MAX = 3_500;

/** A contract's latest row, with the stream message that is newer, if there is one. */
export type StreamedRow<Row> = {
	readonly row: Row;
	/** The last stream message if it is newer than `row`; otherwise undefined. */
	readonly streamed: TickerBody | undefined;
	/** Time when the newer of row and message arrived, by our clock, Unix milliseconds. */
	readonly receivedAt: number;
};

/** Requests that read the rows of all contracts at an exchange. */
export type RowSource<Row> = {
	readonly symbolOf: (row: Row) => string;
	/** Reads all contracts with one request. */
	readonly read: () => Promise<readonly Row[]>;
	/**
	 * Another read that every ticker needs and that runs before the contracts are read; undefined while it is not
	 * due.
	 */
	readonly readOther?: (() => Promise<void>) | undefined;
};

/** Creates a stand-in without messages, for an exchange without an open stream. */
export function silentStream(now: number): StreamedTickers {
	return { latest: () => undefined, now: () => now };
}

/** Combines requested and streamed rows for one session. */
export type StreamedRows<Row> = {
	/**
	 * Returns each contract's latest row, and requests new rows when due. @throws the error of `source` if the read
	 * waits for it
	 */
	readonly read: (
		find: Find,
		now: number,
		stream: StreamedTickers,
		source: RowSource<Row>,
	) => Promise<readonly StreamedRow<Row>[]>;
	/**
	 * Stores rows for all contracts from another request, which makes the next request unnecessary. @param askedAt
	 * time when the rows were requested; they may be newer by the wait for a permit
	 */
	readonly note: (rows: readonly Row[], askedAt: number) => void;
};

type Kept<Row> = {
	/** Rows from the last response. */
	rows: readonly Row[];
	/** Time of the last response, or of the request whose rows `note` stored; Unix milliseconds. */
	readAt: number;
	underWay: Promise<void> | undefined;
	/** True once a read of everything that was due has succeeded. */
	isWhole: boolean;
	hasFailed: boolean;
};

/**
 * Creates an empty store. It requests rows if a wanted contract was silent for too long, and at least every half
 * minute.
 */
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
	{ latest }: StreamedTickers,
	{ symbolOf }: RowSource<Row>,
): readonly StreamedRow<Row>[] {
	return rows.map((row) => {
		const streamed = latest(symbolOf(row));
		return streamed !== undefined && streamed.receivedAt > readAt
			? { row, streamed: streamed.body, receivedAt: streamed.receivedAt }
			: { row, streamed: undefined, receivedAt: readAt };
	});
}

/**
 * Starts the reads that are due. A caller that waits receives the rejection; otherwise `hasFailed` makes the next
 * call wait.
 */
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

/** Runs the other read, then reads all contracts. @param timeOfRows undefined if the contracts need no read */
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
