/** Composes alerts: their rules, their store and their delivery. */
import { createAccountMemory } from '../alerts/account-memory.ts';
import { createAlertService } from '../alerts/alert-service.ts';
import { meteredAlerts } from '../alerts/metered-store.ts';
import { createAlertWatch } from '../alerts/watch.ts';
import type { Config } from '../config/config.ts';
import type { Decimal } from '../domain/decimal.ts';
import type { AlertStore, StoredTarget } from '../ports/alert-store.ts';
import type { AlertService } from '../ports/alert-targets.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { Logger } from '../ports/logger.ts';
import type { Market } from '../ports/market.ts';
import type { AlertMeter } from '../ports/metrics.ts';
import type { OpenedAccounts } from '../ports/opened-accounts.ts';
import type { Vault } from '../ports/vault.ts';
import { createAlertSender } from '../runtime/alert-sender.ts';
import { VERSION } from '../runtime/version.ts';
import { newSigningSecret } from '../runtime/webhook-signature.ts';
import type { Execution } from './compose-execution.ts';

/** Alerts in a running service. */
export type Alerts = {
	readonly service: AlertService;
	/** Starts checks and deliveries; call it once the open executions are in memory. */
	readonly start: () => void;
	readonly close: () => Promise<void>;
};

/** Composes alerts about executions and market data. */
export async function composeAlerts(parts: {
	readonly config: Pick<Config, 'alerts' | 'marketData'>;
	readonly store: AlertStore;
	readonly vault: Vault;
	readonly journal: Journal;
	readonly market: Market;
	readonly execution: Execution;
	readonly accounts: OpenedAccounts;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly meter: AlertMeter;
}): Promise<Alerts> {
	const { market, clock, execution } = parts;
	const { executionService, executions, volatility } = execution;
	const { alerts: settings, marketData } = parts.config;
	const store = meteredAlerts(parts.store, parts.meter);
	const stored = await store.atStart();
	const service = composeAlertService(parts, store, stored.targets);
	const markOf = (venue: string, symbol: string): Decimal | null => {
		const inputs = market.get(venue, symbol);
		const at = inputs?.tickerReceivedAt;
		return at === undefined || clock.now() - at > marketData.tickerStaleMs
			? null
			: (inputs?.ticker?.mark ?? null);
	};
	const memory = createAccountMemory({ clock, markOf, hourlySigmaOf: volatility.hourlySigmaOf });
	const watch = createAlertWatch({
		service,
		store,
		stored,
		clock,
		journal: parts.journal,
		market,
		states: executions.states,
		onChange: executions.onChange,
		switches: executionService.switches,
		accounts: parts.accounts,
		silentStreams: executionService.streams.allSilent,
		stayOutlook: executionService.stayOutlook,
		portfolio: execution.portfolio,
		memory,
		markOf,
		settings,
	});
	const stopReading = executionService.accountCache.onState(memory.note);
	return {
		service,
		start() {
			service.start();
			watch.start();
		},
		async close() {
			stopReading();
			await watch.close();
			service.close();
		},
	};
}

function composeAlertService(
	{ config, vault, clock, random, log }: Parameters<typeof composeAlerts>[0],
	store: AlertStore,
	targets: readonly StoredTarget[],
): ReturnType<typeof createAlertService> {
	const { alerts: settings } = config;
	return createAlertService({
		targets,
		store,
		vault,
		sender: createAlertSender({
			clock,
			logger: log,
			timeLimitMs: settings.deliveryTimeoutMs,
			allowsLoopback: settings.allowLoopback,
			agent: `carrywire/${VERSION}`,
		}),
		newSigningSecret: () => newSigningSecret(random),
		clock,
		random,
		log,
		settings,
	});
}
