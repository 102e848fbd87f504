/**
 * Measures how much of given time spans each part of the program takes, from stack samples of V8's profiler in this
 * process. The profiler needs no instrumentation in the code. Profiling slows the program, so measured spans run
 * without it.
 */
import { Session } from 'node:inspector/promises';
import { percentile } from './measure.ts';

/** Time between two samples, microseconds. */
const INTERVAL_US = 50;
const NS_PER_US = 1_000;

/** A time span; both ends are `process.hrtime.bigint()` values. */
export type Stretch = { readonly from: bigint; readonly to: bigint };

/**
 * A name for everything that runs inside a function. `file` matches the end of the file's URL; without `functions`
 * the part covers all functions in the file.
 */
export type Part = { readonly name: string; readonly file: RegExp; readonly functions?: RegExp };

/** Mean microseconds that a part takes per span, over the spans whose length is between the quartiles. */
export type PartTime = { readonly name: string; readonly us: number };

/** The name for samples in which no part of the program was running. */
const WAITING = 'waiting: for the disk, the network, a processor';
const OTHER = 'all else';

type Profile = Awaited<ReturnType<typeof profileOf>>;

async function profileOf(session: Session) {
	return (await session.post('Profiler.stop')).profile;
}

/**
 * Starts sampling. The returned function stops it and returns the time that each part took in the spans. A sample
 * counts for the first part that matches a frame, from the innermost outward.
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
 * Returns the spans whose length is between the quartiles, because another process may have delayed the longest ones.
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

/** Returns a function that names the part of each node in the profile's tree. */
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
