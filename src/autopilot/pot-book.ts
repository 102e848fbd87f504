/** Keeps all pots in memory with the ids of their executions. Each change is durable before it is visible. */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Pot, PotSettings } from '../ports/autopilot.ts';
import type { PotStateChange, PotStore, SeenState } from '../ports/autopilot-store.ts';
import type { IdempotencyClaim } from '../ports/journal.ts';
import type { Asker } from '../ports/order-service.ts';
import { AUTOPILOT_TEXT } from './text.ts';

const SHOWN_ID_LENGTH = 64;

/** All pots. */
export type PotBook = {
	readonly all: () => readonly Pot[];
	readonly get: (potId: string) => Pot | undefined;
	/** Returns the user's pots, oldest first. */
	readonly ofUser: (userId: string) => readonly Pot[];
	/** Returns the ids of the pot's executions, open and ended. */
	readonly executionsOf: (potId: string) => readonly string[];
	/** Returns the pot of an execution; undefined if it belongs to none. */
	readonly potOf: (executionId: string) => Pot | undefined;
	/** Adds pots, all or none. @param claim claim of the caller's idempotency key */
	readonly add: (added: readonly Pot[], claim: IdempotencyClaim | undefined) => Promise<void>;
	readonly setSettings: (potId: string, settings: PotSettings, at: number) => Promise<void>;
	/** Changes the state. @returns false if the pot no longer has the state that was `seen` */
	readonly setState: (potId: string, change: PotStateChange, seen?: SeenState) => Promise<boolean>;
	/** Notes an execution that the store has linked to the pot. */
	readonly linked: (potId: string, executionId: string) => void;
	/** Makes an execution one of the pot's, unless it belongs to a pot already. */
	readonly link: (potId: string, executionId: string, at: number) => Promise<void>;
};

/** Reads the pots from the store. */
export async function openPotBook(store: PotStore): Promise<PotBook> {
	const pots = new Map((await store.load()).map((pot) => [pot.potId, pot]));
	const executions = new Map([...(await store.executions())].map(([potId, ids]) => [potId, [...ids]]));
	const potIdOf = new Map(
		[...executions].flatMap(([potId, ids]) => ids.map((id): [string, string] => [id, potId])),
	);
	const change = (potId: string, fields: Partial<Pot>): void => {
		const pot = pots.get(potId);
		if (pot !== undefined) pots.set(potId, { ...pot, ...fields });
	};
	const linked = (potId: string, executionId: string): void => {
		if (potIdOf.has(executionId)) return;
		potIdOf.set(executionId, potId);
		executions.set(potId, [...(executions.get(potId) ?? []), executionId]);
	};
	return {
		all: () => [...pots.values()],
		get: (potId) => pots.get(potId),
		ofUser: (userId) => [...pots.values()].filter((pot) => pot.userId === userId),
		executionsOf: (potId) => executions.get(potId) ?? [],
		potOf: (executionId) => pots.get(potIdOf.get(executionId) ?? ''),
		async add(added, claim) {
			await store.insert(added, claim);
			for (const pot of added) pots.set(pot.potId, pot);
		},
		async setSettings(potId, settings, at) {
			await store.setSettings(potId, settings, at);
			change(potId, { settings, settingsAt: at });
		},
		async setState(potId, { state, reason, at }, seen) {
			if (!(await store.setState(potId, { state, reason, at }, seen))) return false;
			change(potId, { state, stateReason: reason, stateAt: at });
			return true;
		},
		linked,
		async link(potId, executionId, at) {
			await store.link(potId, executionId, at);
			linked(potId, executionId);
		},
	};
}

/** Returns a pot that the caller may read: one of the user's. @throws CarrywireError UNKNOWN_POT */
export function readablePot(book: PotBook, userId: string, potId: string): Pot {
	const pot = book.get(potId);
	if (pot?.userId === userId) return pot;
	throw unknownPot(potId);
}

/**
 * Returns a pot that the caller may command: the user any of the own ones, an agent only those that it started.
 * @throws CarrywireError UNKNOWN_POT
 */
export function commandedPot(book: PotBook, { userId, agent }: Asker, potId: string): Pot {
	const pot = readablePot(book, userId, potId);
	if (agent === undefined || pot.agentId === agent.agentId) return pot;
	throw unknownPot(potId);
}

function unknownPot(potId: string): CarrywireError {
	return new CarrywireError(
		'UNKNOWN_POT',
		AUTOPILOT_TEXT.unknownPot({ was: potId.slice(0, SHOWN_ID_LENGTH) }),
		{
			field: 'pot_id',
		},
	);
}
