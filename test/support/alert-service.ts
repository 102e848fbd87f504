/**
 * Creates the real alert service with a fake sender. The sender sends nothing; its response depends on the address.
 */

import type { DatabaseSync } from 'node:sqlite';
import { createAlertService, type RunningAlertService } from '../../src/alerts/alert-service.ts';
import { createHeartbeats } from '../../src/alerts/heartbeats.ts';
import { createQuietHours } from '../../src/alerts/quiet-hours.ts';
import { createThresholdRules } from '../../src/alerts/threshold-rules.ts';
import type { AlertAnswer, AlertSender } from '../../src/ports/alert-sender.ts';
import type { Alert } from '../../src/ports/alerts.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { type Logger, SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { MailSender } from '../../src/ports/mail-sender.ts';
import type { Vault } from '../../src/ports/vault.ts';
import { createAlertSender } from '../../src/runtime/alert-sender.ts';
import { systemRandom } from '../../src/runtime/random.ts';
import { newSigningSecret } from '../../src/runtime/webhook-signature.ts';
import { createAlertRuleStore } from '../../src/store/alert-rules.ts';
import { createAlertSettingsStore } from '../../src/store/alert-settings.ts';
import { createAlertStore } from '../../src/store/alerts.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { openMemoryDatabase } from './memory-database.ts';
import { storedAlerts } from './stored-alerts.ts';
import { testVault } from './test-vault.ts';

export const ALERT_SETTINGS = {
	retryFirstMs: 5_000,
	retryMaxMs: 3_600_000,
	giveUpAfterMs: 43_200_000,
	pauseAfterMs: 86_400_000,
	queueMax: 200,
	telegramApiUrl: 'https://api.telegram.org',
	targetsPerUserMax: 3,
	rulesPerUserMax: 3,
	keepDays: 90,
};

/** Parts that a test provides. */
type GivenParts = {
	readonly vault?: Vault;
	readonly log?: Logger;
	readonly mail?: MailSender | undefined;
	/** True if the user has the execution. The default reads the database. */
	readonly isOwnExecution?: ((userId: string, executionId: string) => boolean) | undefined;
};

/** Creates the parts of the service beside targets: no mail server, no rules, no quiet hours, no heartbeats. */
export function alertParts(
	clock: Clock,
	database: DatabaseSync,
	sender: AlertSender,
	given: GivenParts = {},
) {
	const { vault = testVault(), log = SILENT_LOGGER, mail } = given;
	const store = createAlertSettingsStore(createSqliteDatabase(database));
	return {
		mail,
		rules: createThresholdRules({
			stored: [],
			store: createAlertRuleStore(createSqliteDatabase(database)),
			subjects: {
				isCoin: (coin) => ['BTC', 'ETH', 'SOL'].includes(coin),
				isExchange: (exchange) => ['bybit', 'kucoin'].includes(exchange),
				isExchangePair: (exchangepair) => exchangepair === 'bybit-kucoin',
				isOwnOpenExecution: given.isOwnExecution ?? isStoredIn(database),
			},
			clock,
			random: systemRandom,
			rulesPerUserMax: ALERT_SETTINGS.rulesPerUserMax,
		}).api,
		quietHours: createQuietHours({ stored: new Map(), store }),
		heartbeats: createHeartbeats({
			stored: [],
			store,
			vault,
			sender,
			clock,
			log,
			heartbeatsMax: 2,
		}),
	};
}

/** Creates the service with the given database and vault, or with new ones. */
export function scriptedAlertService(
	clock: Clock,
	given: GivenParts & { readonly database?: DatabaseSync } = {},
): RunningAlertService {
	const logger = given.log ?? SILENT_LOGGER;
	const real = createAlertSender({ clock, logger, timeLimitMs: 1_000, allowsLoopback: false, agent: 'test' });
	const database = given.database ?? openMemoryDatabase();
	const vault = given.vault ?? testVault();
	const sender: AlertSender = { ...real, post: async ({ url }) => answerOf(url) };
	return createAlertService({
		targets: storedAlerts(database).targets,
		store: createAlertStore(createSqliteDatabase(database)),
		vault,
		sender,
		...alertParts(clock, database, sender, { ...given, vault, log: logger }),
		newSigningSecret: () => newSigningSecret(systemRandom),
		clock,
		random: systemRandom,
		log: logger,
		settings: ALERT_SETTINGS,
	});
}

function isStoredIn(database: DatabaseSync): (userId: string, executionId: string) => boolean {
	const select = database.prepare('SELECT 1 FROM execution WHERE user_id = ? AND execution_id = ?');
	return (userId, executionId) => select.get(userId, executionId) !== undefined;
}

const SILENT =
	"answers.example gave no answer within 1 s, cannot be reached, or is not public. The service's log has the cause.";

/**
 * Returns the response of an address. `/silent` gives none, a path that begins with a status (`/404`) gives that
 * status, and any other path gives 200.
 */
function answerOf(url: string): AlertAnswer {
	const { pathname } = new URL(url);
	if (pathname === '/silent') return { kind: 'unanswered', reason: SILENT };
	const status = Number(/^\/(\d{3})/.exec(pathname)?.[1] ?? 200);
	return { kind: 'answered', status, retryAfter: undefined, body: `no ${pathname} here` };
}

/** Builds an alert for a user, as the alert watch raises it. */
export function alertOf(userId: string, change: Partial<Alert> = {}): Alert {
	return {
		alertId: 'alert_000000000000000000000001',
		userId,
		kind: 'venue_down',
		severity: 'critical',
		raisedAt: Date.UTC(2026, 10, 20, 8),
		message: 'bybit cannot be read since 60 s, limit 60 s.',
		executionId: null,
		exchange: 'bybit',
		facts: { state: 'began', downMs: 60_000 },
		...change,
	};
}
