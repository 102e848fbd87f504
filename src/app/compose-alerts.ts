/** Composes alerts: their rules, their store and their delivery. */
import { type AccountMemory, createAccountMemory } from '../alerts/account-memory.ts';
import { createAlertService } from '../alerts/alert-service.ts';
import { createHeartbeats } from '../alerts/heartbeats.ts';
import { createMarginWatch, type MarginWatchOptions } from '../alerts/margin-watch.ts';
import { meteredAlerts } from '../alerts/metered-store.ts';
import { ownTransferAlerts } from '../alerts/own-transfer-alerts.ts';
import { createQuietHours } from '../alerts/quiet-hours.ts';
import { MAIL_TEXTS, SETTING_TEXTS } from '../alerts/text.ts';
import { createThresholdRules } from '../alerts/threshold-rules.ts';
import { createThresholdWatch } from '../alerts/threshold-watch.ts';
import { createAlertWatch } from '../alerts/watch.ts';
import type { Config } from '../config/config.ts';
import type { ReadyMailServer } from '../config/mail.ts';
import type { Decimal } from '../domain/decimal.ts';
import { DELIVERY_TEXT } from '../domain/delivery-words.ts';
import { isEnded } from '../domain/execution.ts';
import type { AlertRuleStore } from '../ports/alert-rules.ts';
import type { AlertSender } from '../ports/alert-sender.ts';
import type { AlertSettingsStore } from '../ports/alert-settings.ts';
import type { AlertStore, StoredTarget } from '../ports/alert-store.ts';
import type { AlertService } from '../ports/alert-targets.ts';
import type { Alert } from '../ports/alerts.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { Logger } from '../ports/logger.ts';
import type { Market } from '../ports/market.ts';
import type { AlertMeter } from '../ports/metrics.ts';
import type { OpenedAccounts } from '../ports/opened-accounts.ts';
import type { OpportunityBook } from '../ports/opportunities.ts';
import type { OwnTransferService } from '../ports/own-transfer-service.ts';
import type { PlannedTransfers } from '../ports/planned-transfers.ts';
import type { Vault } from '../ports/vault.ts';
import { createAlertSender } from '../runtime/alert-sender.ts';
import { createMailSender } from '../runtime/mail-sender.ts';
import { VERSION } from '../runtime/version.ts';
import { newSigningSecret } from '../runtime/webhook-signature.ts';
import type { Execution } from './compose-execution.ts';

/** Alerts in a running service. */
export type Alerts = {
	readonly service: AlertService;
	/** Stores and delivers alerts of other parts. A failure is counted and logged; the alerts are then lost. */
	readonly raise: (alerts: readonly Alert[]) => void;
	/** Returns the latest readings of a user's accounts that are recent enough. */
	readonly readings: AccountMemory['readings'];
	/** Starts checks and deliveries; call it once the open executions are in memory. */
	readonly start: () => void;
	readonly close: () => Promise<void>;
};

/** Dependencies of alerts in the rest of the service. */
type AlertParts = {
	readonly config: Pick<Config, 'alerts' | 'marketData'>;
	/** SMTP server for alert mails; undefined if none is configured. */
	readonly mailServer: ReadyMailServer;
	readonly stores: {
		readonly alerts: AlertStore;
		readonly rules: AlertRuleStore;
		readonly settings: AlertSettingsStore;
	};
	readonly vault: Vault;
	readonly journal: Journal;
	readonly market: Market;
	readonly opportunities: Pick<OpportunityBook, 'list' | 'pairs'>;
	readonly execution: Execution;
	readonly accounts: OpenedAccounts;
	readonly transfers: PlannedTransfers;
	readonly ownTransfers: OwnTransferService;
	readonly clock: Clock;
	readonly random: Random;
	readonly log: Logger;
	readonly meter: AlertMeter;
};

/** Heartbeats pause if the alert checks have not completed for this long, milliseconds. */
const CHECKS_AGE_MS_MAX = 30_000;
/** Time limit of a heartbeat, milliseconds. It is short, because a heartbeat has no answer to wait for. */
const HEARTBEAT_LIMIT_MS = 5_000;

/** Composes alerts about executions and market data. */
export async function composeAlerts(parts: AlertParts): Promise<Alerts> {
	const { market, clock, execution, stores } = parts;
	const { executionService, executions, volatility } = execution;
	const { alerts: settings, marketData } = parts.config;
	const store = meteredAlerts(stores.alerts, parts.meter);
	const stored = await store.atStart();
	const rules = await composeRules(parts);
	const heartbeats = await composeHeartbeats(parts);
	const service = await composeAlertService(parts, { store, targets: stored.targets, rules, heartbeats });
	const markOf = markReader(market, clock, marketData.tickerStaleMs);
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
	const thresholds = createThresholdWatch({
		rules,
		service,
		standing: stored.standing,
		clock,
		market,
		opportunities: parts.opportunities,
		states: executions.states,
		memory,
		markOf,
		tickerAgeMsMax: marketData.tickerStaleMs,
		periodMs: settings.rulePeriodMs,
	});
	const margins = composeMarginWatch(parts, { service, standing: stored.standing, memory, markOf });
	const stopReading = executionService.accountCache.onState(memory.note);
	const raise = raiserOf(service);
	const stopMoves = parts.ownTransfers.onChange((transfer) => raise(ownTransferAlerts(transfer)));
	return {
		service,
		readings: memory.readings,
		raise,
		start() {
			service.start();
			watch.start();
			thresholds.start();
			margins.start();
			heartbeats.start(() => healthProblem(market, clock, watch.checkedAt()));
		},
		async close() {
			stopReading();
			stopMoves();
			heartbeats.close();
			await thresholds.close();
			await margins.close();
			await watch.close();
			service.close();
		},
	};
}

/** Returns a function that stores and delivers alerts; a failure is logged and counted. */
function raiserOf(
	service: Awaited<ReturnType<typeof composeAlertService>>,
): (alerts: readonly Alert[]) => void {
	return (alerts) =>
		void service
			.raise({ alerts })
			.catch((error: unknown) => service.failed('an alert could not be stored', error));
}

/** Returns a function that reads a contract's mark price, which is null if the ticker is missing or stale. */
function markReader(
	market: Market,
	clock: Clock,
	tickerAgeMsMax: number,
): (venue: string, symbol: string) => Decimal | null {
	return (venue, symbol) => {
		const inputs = market.get(venue, symbol);
		const at = inputs?.tickerReceivedAt;
		return at === undefined || clock.now() - at > tickerAgeMsMax ? null : (inputs?.ticker?.mark ?? null);
	};
}

function composeMarginWatch(
	{ market, clock, execution, config, transfers, ownTransfers }: AlertParts,
	own: Pick<MarginWatchOptions, 'service' | 'standing' | 'memory'> & {
		readonly markOf: MarginWatchOptions['figures']['markOf'];
	},
): ReturnType<typeof createMarginWatch> {
	const { markOf, ...rest } = own;
	const { executions, volatility } = execution;
	return createMarginWatch({
		...rest,
		transfers,
		ownTransfers,
		clock,
		states: executions.states,
		figures: {
			inputsOf: (venue, symbol) => market.get(venue, symbol),
			markOf,
			hourlySigmaOf: volatility.hourlySigmaOf,
		},
		periodMs: config.alerts.rulePeriodMs,
	});
}

/** Returns why the service is too unhealthy for heartbeats, as a sentence; null while it is healthy. */
function healthProblem(market: Market, clock: Clock, checkedAt: number): string | null {
	const ageMs = clock.monotonic() - checkedAt;
	if (ageMs > CHECKS_AGE_MS_MAX) return SETTING_TEXTS.checksStopped(ageMs);
	return market.venues.some((venue) => market.status(venue).state === 'fresh')
		? null
		: DELIVERY_TEXT.noMarketData().text;
}

async function composeRules(parts: AlertParts): Promise<ReturnType<typeof createThresholdRules>> {
	const { market, opportunities, execution, stores } = parts;
	return createThresholdRules({
		stored: await stores.rules.load(),
		store: stores.rules,
		subjects: {
			isCoin: (coin) => market.inputs().some(({ instrument }) => instrument.coin === coin),
			isExchange: (exchange) => market.venues.includes(exchange),
			isExchangePair: (exchangepair) =>
				opportunities.pairs().some((pair) => pair.exchangepair === exchangepair),
			isOwnOpenExecution: (userId, executionId) =>
				execution.executions
					.states()
					.some(
						(state) =>
							state.plan.userId === userId && state.plan.executionId === executionId && !isEnded(state),
					),
		},
		clock: parts.clock,
		random: parts.random,
		rulesPerUserMax: parts.config.alerts.rulesPerUserMax,
	});
}

async function composeHeartbeats(parts: AlertParts): Promise<ReturnType<typeof createHeartbeats>> {
	const { stores, vault, clock, log, config } = parts;
	return createHeartbeats({
		stored: (await stores.settings.load()).heartbeats,
		store: stores.settings,
		vault,
		sender: senderOf(parts, Math.min(HEARTBEAT_LIMIT_MS, config.alerts.deliveryTimeoutMs)),
		clock,
		log,
		heartbeatsMax: config.alerts.heartbeatsMax,
	});
}

function senderOf({ config, clock, log }: AlertParts, timeLimitMs: number): AlertSender {
	return createAlertSender({
		clock,
		logger: log,
		timeLimitMs,
		allowsLoopback: config.alerts.allowLoopback,
		agent: `carrywire/${VERSION}`,
	});
}

async function composeAlertService(
	parts: AlertParts,
	own: {
		readonly store: AlertStore;
		readonly targets: readonly StoredTarget[];
		readonly rules: ReturnType<typeof createThresholdRules>;
		readonly heartbeats: ReturnType<typeof createHeartbeats>;
	},
): Promise<ReturnType<typeof createAlertService>> {
	const { config, mailServer, stores, vault, clock, random, log } = parts;
	const { alerts: settings } = config;
	const timeLimitMs = settings.deliveryTimeoutMs;
	return createAlertService({
		targets: own.targets,
		store: own.store,
		vault,
		sender: senderOf(parts, timeLimitMs),
		mail:
			mailServer === undefined
				? undefined
				: createMailSender(mailServer, { timeLimitMs, logger: log, sentences: MAIL_TEXTS }),
		rules: own.rules.api,
		quietHours: createQuietHours({
			stored: (await stores.settings.load()).quietHours,
			store: stores.settings,
		}),
		heartbeats: own.heartbeats,
		newSigningSecret: () => newSigningSecret(random),
		clock,
		random,
		log,
		settings,
	});
}
