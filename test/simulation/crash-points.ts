/** Crashes a seed's process at every possible point. One run counts the points, and then one run crashes at each. */
import { runSeed, type SeedResult } from './run-seed.ts';
import type { CrashPoint } from './scenario.ts';

/** Returns the crash points that the seed passes in a run without crashes. */
export async function crashPointsOf(seed: number): Promise<readonly CrashPoint[]> {
	const { passed } = await runSeed({ seed, crashes: [] });
	return [...passed].flatMap(([place, hits]) =>
		Array.from({ length: hits }, (_, index) => ({ place, hit: index + 1 })),
	);
}

/** Runs the seed once for each of its crash points and reports each result. Returns the number of crash points. */
export async function runEveryCrash(
	seed: number,
	onResult: (point: CrashPoint, result: SeedResult) => void,
): Promise<number> {
	const points = await crashPointsOf(seed);
	for (const point of points) onResult(point, await runSeed({ seed, crashes: [point] }));
	return points.length;
}
