/** Runs a range of seeds on several threads, and saves the progress so that a later run can resume. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ChunkResult, SeedChunk } from './seed-worker.ts';
import { addStatistics, newStatistics, type Statistics } from './statistics.ts';

const CHUNK_SEEDS = 50;
const SAVE_EVERY_MS = 2_000;

export type Progress = {
	readonly range: SeedChunk;
	/** Hash of the source code that the seeds ran on. Figures from other source code must not be added. */
	readonly source: string;
	readonly done: number[];
	readonly statistics: Statistics;
};

/** Loads the progress of an earlier run of the same range on the same source, or starts over if there is none. */
export function loadProgress(range: SeedChunk, file: string): Progress {
	const source = sourceDigest();
	if (existsSync(file)) {
		const saved = JSON.parse(readFileSync(file, 'utf8')) as Progress;
		const isSame = saved.range.from === range.from && saved.range.to === range.to && saved.source === source;
		if (isSame) return saved;
	}
	return { range, source, done: [], statistics: newStatistics() };
}

/**
 * Returns a hash of everything that a seed's run depends on: the code, the simulation, the locked dependencies, Node.
 */
function sourceDigest(): string {
	const root = join(import.meta.dirname, '..', '..');
	const files = globSync(['src/**/*.ts', 'test/simulation/*.ts', 'package-lock.json'], {
		cwd: root,
	}).toSorted();
	if (files.length < 100)
		throw new Error(`the source of the simulation was not found: ${files.length} files`);
	const hash = createHash('sha256').update(process.version);
	for (const file of files) hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
	return hash.digest('hex');
}

function saveProgress(progress: Progress, file: string): void {
	writeFileSync(`${file}.new`, JSON.stringify(progress));
	renameSync(`${file}.new`, file);
}

export async function runManySeeds(
	progress: Progress,
	options: {
		readonly workers: number;
		readonly file: string;
		/** Called after every chunk; `stop` leaves the remaining chunks to another run. */
		readonly onChunk: (result: ChunkResult) => 'go on' | 'stop';
	},
): Promise<void> {
	const { range, done, statistics } = progress;
	const finished = new Set(done);
	const waiting: SeedChunk[] = [];
	for (let from = range.from; from <= range.to; from += CHUNK_SEEDS)
		if (!finished.has(from)) waiting.push({ from, to: Math.min(range.to, from + CHUNK_SEEDS - 1) });
	let savedAt = Date.now();
	const onResult = (result: ChunkResult): void => {
		done.push(result.chunk.from);
		addStatistics(statistics, result.statistics);
		if (options.onChunk(result) === 'stop') waiting.length = 0;
		if (Date.now() - savedAt < SAVE_EVERY_MS) return;
		savedAt = Date.now();
		saveProgress(progress, options.file);
	};
	await Promise.all(
		Array.from({ length: options.workers }, () => runWorker(() => waiting.shift(), onResult)),
	);
	saveProgress(progress, options.file);
}

/** Gives chunks to one thread until none remains. */
function runWorker(
	next: () => SeedChunk | undefined,
	onResult: (result: ChunkResult) => void,
): Promise<void> {
	const first = next();
	if (first === undefined) return Promise.resolve();
	return new Promise((resolve, reject) => {
		const worker = new Worker(new URL('./seed-worker.ts', import.meta.url));
		worker.on('error', reject);
		worker.on('message', (result: ChunkResult) => {
			onResult(result);
			const chunk = next();
			if (chunk !== undefined) worker.postMessage(chunk);
			else void worker.terminate().then(() => resolve());
		});
		worker.postMessage(first);
	});
}
