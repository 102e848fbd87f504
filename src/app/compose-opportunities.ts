/** Composes the opportunity scanner with lifetimes, the forecast ledger, and the refit of its carry model. */
import type { CarryModel } from '../domain/carry-model.ts';
import { PRIOR_CARRY_MODEL } from '../domain/carry-prior.ts';
import { foldExecution } from '../domain/execution-fold.ts';
import { createCarryRefit } from '../opportunities/carry-refit.ts';
import { createForecastLedger, type FindEnded } from '../opportunities/forecast-ledger.ts';
import { createLives, type Lives } from '../opportunities/lives.ts';
import { createScanner, type Scanner, type ScannerOptions } from '../opportunities/scanner.ts';
import type { CarryModelStore } from '../ports/carry-model-store.ts';
import type { ForecastStore } from '../ports/forecasts.ts';
import type { Journal } from '../ports/journal.ts';
import type { Life, LifeStore } from '../ports/lives.ts';
import type { Logger } from '../ports/logger.ts';

/** Dependencies of the scanner. */
export type ScannerParts = Pick<
	ScannerOptions,
	'market' | 'clock' | 'fundingHistory' | 'limits' | 'meter' | 'tracer' | 'forecastEveryMs'
> & {
	/** The initial model for expected carry. */
	readonly model: ScannerOptions['model'];
	/** Lifetimes of opportunities that had not ended when the previous process stopped. */
	readonly openLives: readonly Life[];
	readonly lifeStore: LifeStore;
	readonly forecastStore: ForecastStore;
	/** Time between two scorings of due forecasts, ms. */
	readonly scoreMs?: number;
	/** Returns the result of an execution once the execution has ended and all its settlements are known. */
	readonly endedExecution: FindEnded;
	readonly log: Logger;
};

/** The scanner, with the recorded lifetimes and forecasts. */
export type Scanning = {
	readonly opportunities: Scanner;
	readonly lives: Lives;
	/** Shown and executed forecasts, with their outcomes. */
	readonly forecasts: ReturnType<typeof createForecastLedger>;
	/** Stores the pending records (best effort), then resolves. */
	readonly close: () => Promise<void>;
};

/** Composes the scanner. The service, the test fixture and the benches call this function. */
export function composeScanner(parts: ScannerParts): Scanning {
	const { market, clock, log, fundingHistory, openLives, lifeStore, forecastStore, endedExecution, ...rest } =
		parts;
	const lives = createLives({ open: openLives, store: lifeStore, clock, log });
	const forecasts = createForecastLedger({
		store: forecastStore,
		history: fundingHistory,
		endedExecution,
		scoreMs: parts.scoreMs,
		isListed: (venue, symbol) => market.get(venue, symbol) !== undefined,
		clock,
		log,
	});
	const opportunities = createScanner({ ...rest, market, clock, fundingHistory, forecasts, lives });
	return {
		opportunities,
		lives,
		forecasts,
		async close() {
			opportunities.close();
			await forecasts.close();
			await lives.close();
		},
	};
}

/**
 * Composes the scanner for a running service. It starts with the stored model and refits it on the service's own
 * history.
 */
export function composeOpportunities(
	parts: Omit<ScannerParts, 'model' | 'endedExecution'> & {
		/** The stored model that an earlier process fitted; undefined if there is none. */
		readonly fittedModel: CarryModel | undefined;
		readonly carryModels: CarryModelStore;
		/** True if the model is fitted again from time to time. */
		readonly refits: boolean;
		readonly journal: Journal;
	},
): Scanning {
	const { fittedModel, carryModels, journal, clock, log } = parts;
	const scanning = composeScanner({
		...parts,
		model: fittedModel ?? PRIOR_CARRY_MODEL,
		endedExecution: (executionId) => endedExecution(journal, executionId),
	});
	if (!parts.refits) return scanning;
	const refit = createCarryRefit({
		pairs: scanning.opportunities.fittable,
		prior: PRIOR_CARRY_MODEL,
		store: carryModels,
		clock,
		log,
		onModel: scanning.opportunities.takeModel,
	});
	return {
		...scanning,
		close() {
			refit.close();
			return scanning.close();
		},
	};
}

async function endedExecution(journal: Journal, executionId: string): ReturnType<FindEnded> {
	const summary = await journal.findExecution(executionId);
	if (summary === undefined) return 'unknown';
	if (!summary.ended) return 'open';
	const unsettled = await journal.unsettledExecutions();
	if (unsettled.some((open) => open.executionId === executionId)) return 'open';
	return foldExecution(await journal.readExecution(executionId));
}
