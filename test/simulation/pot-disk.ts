/**
 * Puts the store of pots on the modelled disk: the real store over a database in memory, whose writes become durable
 * in call order with those of the journal, and are lost or kept by a crash like these. Every durable write is reported.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Pot, PotSettings } from '../../src/ports/autopilot.ts';
import type {
	ChangeEvent,
	DecisionRecord,
	PotStateChange,
	PotStore,
} from '../../src/ports/autopilot-store.ts';
import { createSqlitePotStore } from '../../src/store/sqlite-pots.ts';
import { openMemoryDatabase } from '../support/memory-database.ts';
import type { Incarnation } from './incarnation.ts';
import type { ModelledDisk } from './modelled-disk.ts';

/** Receives each write of a pot when it is durable. */
export type PotWrites = {
	readonly added: (pot: Pot) => void;
	readonly settingsChanged: (potId: string, settings: PotSettings) => void;
	readonly stateChanged: (potId: string, change: PotStateChange) => void;
	readonly decided: (
		record: DecisionRecord,
		events: readonly { readonly change: number; readonly event: ChangeEvent }[],
		triggerKeys: readonly string[],
	) => void;
	readonly happened: (decisionId: string, change: number, event: ChangeEvent) => void;
};

const TABLES = ['pot_change_event', 'pot_trigger', 'pot_decision', 'pot_execution', 'pot_sample', 'pot'];

/** The database of this thread. Seeds run one after another, and each begins with empty tables. */
let shared: DatabaseSync | undefined;

function emptyDatabase(): DatabaseSync {
	if (shared === undefined) {
		shared = openMemoryDatabase();
		// The users are not in this database.
		shared.exec('PRAGMA foreign_keys = OFF');
	}
	for (const table of TABLES) shared.exec(`DELETE FROM ${table}`);
	return shared;
}

export type PotDisk = ReturnType<typeof createPotDisk>;

export function createPotDisk(disk: Pick<ModelledDisk, 'commit'>, writes: PotWrites) {
	const store = createSqlitePotStore(emptyDatabase());

	/** Makes a write durable as the disk does. `note` reports it at that moment. */
	async function write<Value>(
		life: Incarnation,
		make: () => Promise<Value>,
		note: () => void,
	): Promise<Value> {
		// The store writes before its first wait, so the write is complete when `make` returns.
		let made: Promise<Value> | undefined;
		const apply = (): void => {
			made = make();
			note();
		};
		await disk.commit(life, apply, 'pot write');
		if (made === undefined) throw new Error('A commit resolved without its write.');
		return made;
	}

	return {
		/** The store as it is on disk now. */
		durable: store,
		/** Opens the store for one run of the process. */
		open(life: Incarnation): PotStore {
			return {
				...store,
				insert: (pot) =>
					write(
						life,
						() => store.insert(pot),
						() => writes.added(pot),
					),
				setSettings: (potId, settings) =>
					write(
						life,
						() => store.setSettings(potId, settings),
						() => writes.settingsChanged(potId, settings),
					),
				setState: (potId, change) =>
					write(
						life,
						() => store.setState(potId, change),
						() => writes.stateChanged(potId, change),
					),
				decide: (record, events, alsoAnswers = []) =>
					write(
						life,
						() => store.decide(record, events, alsoAnswers),
						() => writes.decided(record, events, [record.trigger.key, ...alsoAnswers]),
					),
				append: (decisionId, change, event) =>
					write(
						life,
						() => store.append(decisionId, change, event),
						() => writes.happened(decisionId, change, event),
					),
				sample: (potId, sample) =>
					write(
						life,
						() => store.sample(potId, sample),
						() => {},
					),
			};
		},
	};
}
