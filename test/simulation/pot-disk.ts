/**
 * Puts the store of pots on the modelled disk: the real store over a database in memory, whose writes become durable
 * in call order with those of the journal, and are lost or kept by a crash like these. Every durable write is reported.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { Pot, PotSettings, PotState } from '../../src/ports/autopilot.ts';
import type { ChangeEvent, DecisionRecord, PotStore } from '../../src/ports/autopilot-store.ts';
import type { Words } from '../../src/sentences/sentence.ts';
import { createPotStore } from '../../src/store/pots.ts';
import { rowsOf } from '../../src/store/sqlite/database.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { openMemoryDatabase } from '../support/memory-database.ts';
import type { Incarnation } from './incarnation.ts';
import type { ModelledDisk } from './modelled-disk.ts';

/** Receives each write of a pot when it is durable. */
export type PotWrites = {
	readonly added: (pot: Pot) => void;
	readonly settingsChanged: (potId: string, settings: PotSettings) => void;
	readonly stateChanged: (potId: string, state: PotState, reason: Words | null) => void;
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

export function createPotDisk(disk: Pick<ModelledDisk, 'commit'>, writes: PotWrites) {
	const database = emptyDatabase();
	const store = createPotStore(createSqliteDatabase(database));

	/** Makes a write durable as the disk does. `report` tells what the database holds at that moment. */
	async function write<Value>(
		life: Incarnation,
		make: () => Promise<Value>,
		report: () => void = () => {},
	): Promise<Value> {
		// The store writes before its first wait, so the write is complete when `make` returns.
		let made: Promise<Value> | undefined;
		const apply = (): void => {
			made = make();
			report();
		};
		await disk.commit(life, apply, 'pot write');
		if (made === undefined) throw new Error('A commit resolved without its write.');
		return made;
	}

	const stateOf = (potId: string): PotState =>
		String(rowsOf(database, 'SELECT state FROM pot WHERE pot_id = ?', potId)[0]?.state) as PotState;
	const isStored = (decisionId: string): boolean =>
		rowsOf(database, 'SELECT 1 FROM pot_decision WHERE decision_id = ?', decisionId).length > 0;
	const eventsOf = (decisionId: string, change: number): number =>
		Number(
			rowsOf(
				database,
				'SELECT count(*) AS n FROM pot_change_event WHERE decision_id = ? AND change = ?',
				decisionId,
				change,
			)[0]?.n,
		);

	/** The writes that the judge hears of. The store may refuse each of them. */
	function reported(life: Incarnation): Pick<PotStore, 'setSettings' | 'setState' | 'decide' | 'append'> {
		return {
			setSettings: (...args) =>
				write(
					life,
					() => store.setSettings(...args),
					() => writes.settingsChanged(args[0], args[1]),
				),
			setState: (...args) =>
				write(
					life,
					() => store.setState(...args),
					() => writes.stateChanged(args[0], stateOf(args[0]), args[1].reason),
				),
			decide(...args) {
				const [record, events, alsoAnswers = []] = args;
				return write(
					life,
					() => store.decide(...args),
					() => {
						if (isStored(record.decisionId))
							writes.decided(record, events, [record.trigger.key, ...alsoAnswers]);
					},
				);
			},
			append(...args) {
				const [decisionId, change, event] = args;
				let before = 0;
				const make = () => {
					before = eventsOf(decisionId, change);
					return store.append(...args);
				};
				return write(life, make, () => {
					if (eventsOf(decisionId, change) > before) writes.happened(decisionId, change, event);
				});
			},
		};
	}

	return {
		/** The store as it is on disk now. */
		durable: store,
		/** Opens the store for one run of the process. */
		open(life: Incarnation): PotStore {
			return {
				...store,
				...reported(life),
				insert: (pots, claim) =>
					write(
						life,
						() => store.insert(pots, claim),
						() => pots.forEach(writes.added),
					),
				link: (...args) => write(life, () => store.link(...args)),
				sample: (...args) => write(life, () => store.sample(...args)),
				noteEnds: (...args) => write(life, () => store.noteEnds(...args)),
			};
		},
	};
}
