/** A thread that runs the seeds it is told and answers with what they met. */
import { parentPort } from 'node:worker_threads';
import { runSeed } from './run-seed.ts';
import { addResult, newStatistics, type Statistics } from './statistics.ts';

/** Seeds `from` to `to`, both included. */
export type SeedChunk = { readonly from: number; readonly to: number };
export type ChunkResult = { readonly chunk: SeedChunk; readonly statistics: Statistics };

// A broken rule is a sentence, and the command beside it replays its seed with stacks: nobody reads those of thousands of lost answers.
Error.stackTraceLimit = 0;

export async function runChunk(chunk: SeedChunk): Promise<Statistics> {
	const statistics = newStatistics();
	for (let seed = chunk.from; seed <= chunk.to; seed += 1) {
		addResult(statistics, await runSeed({ seed }));
		// The simulation lives on promises alone: messages are heard between seeds.
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
