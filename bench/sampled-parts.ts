/**
 * Measures, for given time spans, how much of their time each part of the program takes. It uses stack samples of
 * V8's profiler in this process, so the measured code needs no changes. Profiling slows the program, so a bench takes
 * its durations in other rounds, without the profiler.
 */
import { Session } from 'node:inspector/promises';
import { percentile } from './measure.ts';

/** Interval between two samples, microseconds. */
const INTERVAL_US = 50;
const NS_PER_US = 1_000;

/** A time span; both ends are `process.hrtime.bigint()` values. */
export type Stretch = { readonly from: bigint; readonly to: bigint };

/**
 * A named part of the program. `file` matches the URL of a source file. If `functions` is given, only the functions
 * that it matches belong to the part; otherwise the whole file does.
 */
export type Part = { readonly name: string; readonly file: RegExp; readonly functions?: RegExp };

/** Mean time that a part takes per span, microseconds. Only spans with a length between the quartiles count. */
export type PartTime = { readonly name: string; readonly us: number };

/** Name for samples in which no part of the program was running. */
const WAITING = 'waiting: for the disk, the network, a processor';
const OTHER = 'all else';

type Profile = Awaited<ReturnType<typeof profileOf>>;

async function profileOf(session: Session) {
	return (await session.post('Profiler.stop')).profile;
}

/**
 * Starts sampling. The returned function stops it and returns each part's mean time per span. Each sample is searched
 * from the innermost frame outward, and counts toward the first part that matches a frame.
 */
export async function startSampling(
	parts: readonly Part[],
): Promise<(stretches: readonly Stretch[]) => Promise<readonly PartTime[]>> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US });
	await session.post('Profiler.start');
	return async (stretches) => {
		const profile = await profileOf(session);
		session.disconnect();
		return timesIn(profile, middleHalf(stretches), parts);
	};
}

/**
 * Returns the spans whose length is between the quartiles. Longer spans may have been delayed by another process, and
 * the shortest are left out for symmetry.
 */
function middleHalf(stretches: readonly Stretch[]): readonly Stretch[] {
	const lengths = stretches.map(({ from, to }) => Number(to - from));
	const [least, most] = [percentile(lengths, 0.25), percentile(lengths, 0.75)];
	return stretches.filter((_, index) => {
		const length = lengths[index] ?? 0;
		return length >= least && length <= most;
	});
}

function timesIn(
	{ nodes, samples = [], timeDeltas = [], startTime }: Profile,
	stretches: readonly Stretch[],
	parts: readonly Part[],
): readonly PartTime[] {
	const nameOf = namesOf(nodes, parts);
	const total = new Map<string, number>(
		[...parts.map(({ name }) => name), OTHER, WAITING].map((name) => [name, 0]),
	);
	const bounds = stretches.map(({ from, to }) => [Number(from) / NS_PER_US, Number(to) / NS_PER_US] as const);
	let at = startTime;
	for (const [index, id] of samples.entries()) {
		at += timeDeltas[index] ?? 0;
		const end = at + (timeDeltas[index + 1] ?? 0);
		const name = nameOf(id);
		for (const [from, to] of bounds) {
			const us = Math.min(end, to) - Math.max(at, from);
			if (us > 0) total.set(name, (total.get(name) ?? 0) + us);
		}
	}
	return [...total].map(([name, us]) => ({ name, us: us / stretches.length }));
}

/** Returns a function that maps the id of a node in the profile's call tree to the name of its part. */
function namesOf(nodes: Profile['nodes'], parts: readonly Part[]): (id: number) => string {
	const byId = new Map(nodes.map((node) => [node.id, node]));
	const parents = new Map(
		nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
	);
	const known = new Map<number, string>();
	const nameOf = (id: number): string => {
		const before = known.get(id);
		if (before !== undefined) return before;
		const frame = byId.get(id)?.callFrame;
		const parent = parents.get(id);
		const part = parts.find(
			({ file, functions }) =>
				frame !== undefined && file.test(frame.url) && (functions?.test(frame.functionName) ?? true),
		);
		const isIdle = frame?.functionName === '(idle)' || frame?.functionName === '(program)';
		const name = part?.name ?? (isIdle ? WAITING : parent === undefined ? OTHER : nameOf(parent));
		known.set(id, name);
		return name;
	};
	return nameOf;
}
