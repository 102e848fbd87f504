/** Runs a range of seeds in a thread and returns their statistics. */
import { parentPort } from 'node:worker_threads';
import { runSeed } from './run-seed.ts';
import { addResult, newStatistics, type Statistics } from './statistics.ts';

/** Seeds `from` to `to`, both included. */
export type SeedChunk = { readonly from: number; readonly to: number };
export type ChunkResult = { readonly chunk: SeedChunk; readonly statistics: Statistics };

// Omits the stacks of thousands of lost responses. A violation names the command that replays its seed, and that run
// shows stacks.
Error.stackTraceLimit = 0;

export async function runChunk(chunk: SeedChunk): Promise<Statistics> {
	const statistics = newStatistics();
	for (let seed = chunk.from; seed <= chunk.to; seed += 1) {
		addResult(statistics, await runSeed({ seed }));
		// The simulation runs on promises alone, so the thread receives messages only between seeds.
		await new Promise((resolve) => setImmediate(resolve));
	}
	return statistics;
}

parentPort?.on('message', (chunk: SeedChunk) => {
	void runChunk(chunk).then((statistics) => {
		const result: ChunkResult = { chunk, statistics };
		parentPort?.postMessage(result);
	});
});
