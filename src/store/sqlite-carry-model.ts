/** Stores the fitted carry model in SQLite, as one row of JSON. */
import type { DatabaseSync } from 'node:sqlite';
import type { CarryModel } from '../domain/carry-model.ts';
import { readCarryModel } from '../domain/carry-model-read.ts';
import type { CarryModelStore } from '../ports/carry-model-store.ts';

/** Creates the store, which keeps only the latest model. */
export function createSqliteCarryModelStore(database: DatabaseSync): CarryModelStore {
	const read = database.prepare('SELECT model FROM carry_model WHERE id = 1');
	const write = database.prepare(
		'INSERT INTO carry_model (id, fitted_at, model) VALUES (1, ?, ?) ON CONFLICT (id) DO UPDATE SET fitted_at = excluded.fitted_at, model = excluded.model',
	);
	return {
		async load(): Promise<CarryModel | undefined> {
			const text = read.get()?.model;
			if (typeof text !== 'string') return undefined;
			return readCarryModel(parsed(text));
		},
		async save(model, fittedAt) {
			write.run(fittedAt, JSON.stringify(model));
		},
	};
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
