/** Every place at which a seed's process can die: one run to count them, then one run for each. */
import { runSeed, type SeedResult } from './run-seed.ts';
import type { CrashPoint } from './scenario.ts';

/** The points that the seed passes when nothing crashes. */
export async function crashPointsOf(seed: number): Promise<readonly CrashPoint[]> {
	const { passed } = await runSeed({ seed, crashes: [] });
	return [...passed].flatMap(([place, hits]) =>
		Array.from({ length: hits }, (_, index) => ({ place, hit: index + 1 })),
	);
}

/** Runs the seed once for each of its points and hands over what came of it. */
export async function runEveryCrash(
	seed: number,
	onResult: (point: CrashPoint, result: SeedResult) => void,
): Promise<number> {
	const points = await crashPointsOf(seed);
	for (const point of points) onResult(point, await runSeed({ seed, crashes: [point] }));
	return points.length;
}
