/**
 * Runs the owners of pots: they start a pot, change its settings, pause and resume it, answer its suggestions, and stop
 * it. They repeat a call that got no response.
 */

import type { Autopilot, PotView } from '../../src/ports/autopilot-service.ts';
import { lastEvent } from '../../src/ports/autopilot-store.ts';
import { type SeededRandom, seededRandom } from '../../src/runtime/seeded-random.ts';
import type { DrawnPot, PotStep } from './autopilots.ts';
import { type Answer, call, pause } from './callers.ts';
import type { World } from './world.ts';

const TRIES_MAX = 40;
const AGAIN_MS = 2_500;
const ANSWER_EVERY_MS = 6_000;
const DECISIONS_READ = 3;

/** Runs the owner of one pot until the faults end or the pot is stopped. */
export async function runPotOwner(world: World, drawn: DrawnPot): Promise<void> {
	await pause(world, drawn.at - world.time.now());
	const by = { userId: drawn.userId, agent: undefined };
	const started = await asked(world, 'start a pot', (autopilot) =>
		autopilot.start(by, { settings: drawn.settings, kind: 'live', withShadow: false }),
	);
	const potId = started?.pot.potId;
	if (potId === undefined) return;
	answerSuggestions(world, drawn, potId).catch((error: unknown) =>
		world.oracle.violation(`the answers of an owner broke: ${String(error)}`),
	);
	for (const step of drawn.steps) {
		await pause(world, step.afterMs);
		if (world.faults.ended()) return;
		await take(world, drawn.userId, potId, step);
	}
}

async function take(world: World, userId: string, potId: string, step: PotStep): Promise<void> {
	const by = { userId, agent: undefined };
	switch (step.kind) {
		case 'change':
			await asked(world, 'change a pot', (autopilot) => autopilot.change(by, potId, step.change));
			return;
		case 'pause':
			if ((await asked(world, 'pause a pot', (one) => one.pause(by, potId, true))) === undefined) return;
			world.pots?.note('paused');
			await pause(world, step.forMs);
			await asked(world, 'resume a pot', (one) => one.pause(by, potId, false));
			return;
		case 'stop':
			await stopPot(world, userId, potId, step.closes);
			world.pots?.note(step.closes ? 'stopped by its owner, who closes' : 'stopped by its owner, who keeps');
	}
}

/** Stops a pot, with as many calls as it takes. */
export async function stopPot(world: World, userId: string, potId: string, closes: boolean): Promise<void> {
	await asked(world, closes ? 'stop a pot and close' : 'stop a pot', (autopilot) =>
		autopilot.stop({ userId, agent: undefined }, potId, closes),
	);
}

/** Returns the answer; undefined if the service refused the call or never answered. */
async function asked(
	world: World,
	what: string,
	ask: (autopilot: Autopilot) => Promise<PotView>,
): Promise<PotView | undefined> {
	for (let tries = 0; tries < TRIES_MAX; tries += 1) {
		const answer = await callPots(world, what, ask);
		if (answer.kind === 'answered') return answer.value;
		if (answer.kind === 'refused' && answer.code !== 'JournalError') return undefined;
		await pause(world, AGAIN_MS);
	}
	return undefined;
}

/** Calls the autopilot, which may be down or may not have read its store yet. */
async function callPots<Value>(
	world: World,
	what: string,
	ask: (autopilot: Autopilot) => Promise<Value>,
): Promise<Answer<Value>> {
	const autopilot = world.service()?.autopilot;
	if (autopilot === undefined) return { kind: 'lost' };
	return call(world, what, () => ask(autopilot));
}

/** Confirms and declines what the pot suggests, until the faults end. */
async function answerSuggestions(world: World, drawn: DrawnPot, potId: string): Promise<void> {
	const random = seededRandom(drawn.answers);
	const by = { userId: drawn.userId, agent: undefined, name: 'owner' };
	while (!world.faults.ended()) {
		await pause(world, 1_000 + random.below(ANSWER_EVERY_MS));
		// An alert tells the owner of a suggestion.
		if (world.pots?.isWaiting(potId) !== true) continue;
		const read = await callPots(world, 'read a pot', (autopilot) =>
			autopilot.status(drawn.userId, { potId, decisions: DECISIONS_READ }),
		);
		if (read.kind !== 'answered') continue;
		for (const { decisionId, changes, isConfirmed } of drawnAnswers(random, read.value)) {
			const twice = random.chance(0.2) ? 2 : 1;
			const made = Array.from({ length: twice }, () =>
				callPots(world, isConfirmed ? 'confirm' : 'decline', (autopilot) =>
					autopilot.answer(by, decisionId, changes, isConfirmed),
				),
			);
			const [answer] = await Promise.all(made);
			if (answer?.kind === 'answered')
				world.pots?.note(isConfirmed ? 'suggestion confirmed' : 'suggestion declined');
		}
	}
}

function drawnAnswers(random: SeededRandom, views: readonly PotView[]) {
	return views
		.flatMap(({ decisions }) => decisions)
		.flatMap((decision) => {
			const waiting = decision.changes.flatMap((_change, n) =>
				lastEvent(decision, n)?.kind === 'suggested' ? [n] : [],
			);
			if (waiting.length === 0 || random.chance(0.3)) return [];
			const isAll = random.chance(0.3);
			const one = waiting[random.below(waiting.length)] as number;
			const changes = isAll ? undefined : [one];
			return [{ decisionId: decision.decisionId, changes, isConfirmed: random.chance(0.75) }];
		});
}
