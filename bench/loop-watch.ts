/**
 * Measures the delays in this process's event loop, and finds the cause of each long one: garbage collection, our own
 * work, or no free processor.
 */
import {
	constants,
	monitorEventLoopDelay,
	type PerformanceEntry,
	PerformanceObserver,
} from 'node:perf_hooks';

/**
 * Main cause of a block: a kind of garbage collection, our own work, or `no processor` if the thread mostly did not
 * run.
 */
export type BlockCause =
	| 'minor collection'
	| 'major collection'
	| 'incremental marking'
	| 'own work'
	| 'no processor';

/** One period in which the loop was blocked. */
export type Block = {
	readonly ms: number;
	readonly cause: BlockCause;
	/** Time in garbage collection during the block, milliseconds. */
	readonly gcMs: number;
	/** Processor time of the main thread during the block, milliseconds. */
	readonly processorMs: number;
};

/** Figures of the event loop since the last `read`. */
export type LoopFigures = {
	readonly delayP99Ms: number;
	readonly delayP999Ms: number;
	readonly delayMaxMs: number;
	/** The `BLOCKS_MAX` longest blocks since the last `read`, longest first. */
	readonly blocks: readonly Block[];
	/** Number of blocks longer than `BLOCK_MS_MIN` since the last `read`, by cause. */
	readonly blockCounts: Readonly<Partial<Record<BlockCause, number>>>;
	/** Time in garbage collection since the last `read`, milliseconds. */
	readonly gcMs: number;
	/** Processor time of this process divided by elapsed time, both since the last `read`. */
	readonly processorShare: number;
};

/** Shortest block that is recorded with its cause, milliseconds. */
export const BLOCK_MS_MIN = 10;
const BLOCKS_MAX = 12;
/** Interval between loop checks, milliseconds. If a check is late, its delay is the length of the block. */
const CHECK_MS = 2;
const NS_PER_MS = 1e6;
const US_PER_MS = 1_000;

const CAUSE_OF_KIND: ReadonlyMap<number, BlockCause> = new Map([
	[constants.NODE_PERFORMANCE_GC_MINOR, 'minor collection'],
	[constants.NODE_PERFORMANCE_GC_MAJOR, 'major collection'],
	[constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental marking'],
]);

type Collection = { readonly from: number; readonly ms: number; readonly cause: BlockCause };
type Late = { readonly from: number; readonly ms: number; readonly processorMs: number };

/**
 * Starts the measurement. `read` returns the figures since its last call. Wait briefly before calling it, because
 * Node reports garbage collections late.
 */
export function watchLoop(): { readonly read: () => LoopFigures } {
	const delays = monitorEventLoopDelay({ resolution: 1 });
	let collections: Collection[] = [];
	let late: Late[] = [];
	let checkedAt = performance.now();
	let thread = process.threadCpuUsage();
	let beganAt = checkedAt;
	let processor = process.cpuUsage();
	const observer = new PerformanceObserver((list) => {
		for (const entry of list.getEntries()) {
			const { startTime, duration, detail } = entry as PerformanceEntry & {
				readonly detail: { readonly kind: number };
			};
			const cause = CAUSE_OF_KIND.get(detail.kind);
			if (cause !== undefined) collections.push({ from: startTime, ms: duration, cause });
		}
	});
	observer.observe({ entryTypes: ['gc'] });
	delays.enable();
	setInterval(() => {
		const now = performance.now();
		const used = process.threadCpuUsage();
		const lateMs = now - checkedAt - CHECK_MS;
		const processorMs = (used.user + used.system - thread.user - thread.system) / US_PER_MS;
		if (lateMs > BLOCK_MS_MIN) late.push({ from: checkedAt, ms: lateMs, processorMs });
		checkedAt = now;
		thread = used;
	}, CHECK_MS);
	return {
		read() {
			const { user, system } = process.cpuUsage(processor);
			const now = performance.now();
			const blocks = late.map((each) => blockOf(each, collections)).sort((a, b) => b.ms - a.ms);
			const blockCounts: Partial<Record<BlockCause, number>> = {};
			for (const { cause } of blocks) blockCounts[cause] = (blockCounts[cause] ?? 0) + 1;
			const figures: LoopFigures = {
				delayP99Ms: delays.percentile(99) / NS_PER_MS,
				delayP999Ms: delays.percentile(99.9) / NS_PER_MS,
				delayMaxMs: delays.max / NS_PER_MS,
				blocks: blocks.slice(0, BLOCKS_MAX),
				blockCounts,
				gcMs: collections.reduce((sum, { ms }) => sum + ms, 0),
				processorShare: (user + system) / US_PER_MS / (now - beganAt),
			};
			delays.reset();
			collections = [];
			late = [];
			beganAt = now;
			processor = process.cpuUsage();
			return figures;
		},
	};
}

/**
 * Determines the cause of a block: garbage collection if it took at least half of the block, else our own work if the
 * thread ran for that long. Otherwise the thread had no processor.
 */
function blockOf({ from, ms, processorMs }: Late, collections: readonly Collection[]): Block {
	const until = from + CHECK_MS + ms;
	const inside = collections.filter((each) => each.from < until && each.from + each.ms > from);
	const gcMs = inside.reduce((sum, each) => sum + each.ms, 0);
	const longest = inside.toSorted((a, b) => b.ms - a.ms)[0];
	const cause =
		longest !== undefined && gcMs >= ms / 2
			? longest.cause
			: processorMs >= ms / 2
				? 'own work'
				: 'no processor';
	return { ms, cause, gcMs, processorMs };
}
