/** Wires alerts together: what raises them, where they are kept, how they are sent. Part of the composition root. */
import type { DatabaseSync } from 'node:sqlite';
import { createAccountMemory } from './alerts/account-memory.ts';
import { createAlertDesk } from './alerts/desk.ts';
import { meteredAlerts } from './alerts/metered-store.ts';
import { createAlertWatch } from './alerts/watch.ts';
import type { Config } from './config.ts';
import type { Decimal } from './domain/decimal.ts';
import { createAlertSender } from './outbound/alert-sender.ts';
import { newSigningSecret } from './outbound/webhook-signature.ts';
import type { AlertDesk } from './ports/alert-targets.ts';
import type { Journal } from './ports/journal.ts';
import type { Logger } from './ports/logger.ts';
import type { AlertMeter } from './ports/metrics.ts';
import type { OpenedAccounts } from './ports/opened-accounts.ts';
import type { Vault } from './ports/vault.ts';
import { systemClock as clock } from './runtime/clock.ts';
import { systemRandom as random } from './runtime/random.ts';
import { createSqliteAlertStore } from './store/sqlite-alerts.ts';
import type { TradingFloor } from './trading-floor.ts';
import { VERSION } from './version.ts';

export type AlertFloor = {
	readonly desk: AlertDesk;
	/** Begins to look and to send, once the open executions are in memory. */
	readonly start: () => void;
	readonly close: () => Promise<void>;
};

export async function openAlertFloor(parts: {
	readonly config: Config;
	readonly database: DatabaseSync;
	readonly vault: Vault;
	readonly journal: Journal;
	readonly floor: Pick<
		TradingFloor,
		'market' | 'portfolio' | 'switches' | 'watched' | 'accountReads' | 'silentStreams'
	>;
	readonly accounts: OpenedAccounts;
	readonly log: Logger;
	readonly meter: AlertMeter;
}): Promise<AlertFloor> {
	const { floor, log } = parts;
	const { alerts: settings, marketData } = parts.config;
	const store = meteredAlerts(createSqliteAlertStore(parts.database), parts.meter);
	const stored = await store.atStart();
	const desk = createAlertDesk({
		targets: stored.targets,
		store,
		vault: parts.vault,
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
	const markOf = (venue: string, symbol: string): Decimal | null => {
		const inputs = floor.market.get(venue, symbol);
		const at = inputs?.tickerReceivedAt;
		return at === undefined || clock.now() - at > marketData.tickerStaleMs
			? null
			: (inputs?.ticker?.mark ?? null);
	};
	const memory = createAccountMemory({ clock, markOf, hourlySigmaOf: floor.watched.hourlySigmaOf });
	const watch = createAlertWatch({
		desk,
		store,
		stored,
		clock,
		journal: parts.journal,
		market: floor.market,
		states: floor.watched.states,
		onChange: floor.watched.onChange,
		switches: floor.switches,
		accounts: parts.accounts,
		silentStreams: floor.silentStreams,
		stayOutlook: floor.watched.stayOutlook,
		portfolio: floor.portfolio,
		memory,
		markOf,
		settings,
	});
	const stopReading = floor.accountReads.onState(memory.note);
	return {
		desk,
		start() {
			desk.start();
			watch.start();
		},
		async close() {
			stopReading();
			await watch.close();
			desk.close();
		},
	};
}
