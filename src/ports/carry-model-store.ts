/** Stores the latest fitted carry model across restarts. */
import type { CarryModel } from '../domain/carry-model.ts';

/** Stores only the latest fitted carry model. */
export interface CarryModelStore {
	/**
	 * Returns the stored model; undefined if none has been fitted yet, or if another version stored it in a different
	 * format.
	 */
	load(): Promise<CarryModel | undefined>;
	/**
	 * Replaces the stored model with this one. Rejects if the model cannot be written; the previous model is then
	 * kept.
	 */
	save(model: CarryModel, fittedAt: number): Promise<void>;
}
