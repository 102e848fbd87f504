/** Lists all migrations of the service's database. */

import { journal } from './migrations/001-journal.ts';
import { settlements } from './migrations/002-settlements.ts';
import { settledRates } from './migrations/003-settled-rates.ts';
import { forecasts } from './migrations/004-forecasts.ts';
import { lifetimes } from './migrations/005-lifetimes.ts';
import { carryModel } from './migrations/006-carry-model.ts';
import { halts } from './migrations/007-halts.ts';
import { identities } from './migrations/008-identities.ts';
import { begunLogins } from './migrations/009-begun-logins.ts';
import { begunConnections } from './migrations/010-begun-connections.ts';
import { agentsInExecutions } from './migrations/011-agents-in-executions.ts';
import { exchangeAccounts } from './migrations/012-exchange-accounts.ts';
import { oauthRecordsOfNobody } from './migrations/013-oauth-records-of-nobody.ts';
import { auditWithoutReplace } from './migrations/014-audit-without-replace.ts';
import { dataMode } from './migrations/015-data-mode.ts';
import { selfChecks } from './migrations/016-self-checks.ts';
import { alerts } from './migrations/017-alerts.ts';
import { restoreMark } from './migrations/018-restore-mark.ts';
import { tokensOfLogins } from './migrations/019-tokens-of-logins.ts';
import { loginLinks } from './migrations/020-login-links.ts';
import { modeTestnet } from './migrations/021-mode-testnet.ts';
import { loginOrigins } from './migrations/022-login-origins.ts';
import { passkeys } from './migrations/023-passkeys.ts';
import { forecastScores } from './migrations/024-forecast-scores.ts';
import { executionFolds } from './migrations/025-execution-folds.ts';
import { preferences } from './migrations/026-preferences.ts';
import { basisSamples } from './migrations/027-basis-samples.ts';
import { moneySamples } from './migrations/028-money-samples.ts';
import { alertPage } from './migrations/029-alert-page.ts';
import { chatBindings } from './migrations/030-chat-bindings.ts';
import { pots } from './migrations/031-pots.ts';
import { potDecisions } from './migrations/032-pot-decisions.ts';
import { potEnds } from './migrations/033-pot-ends.ts';
import { planForecasts } from './migrations/034-plan-forecasts.ts';
import { transfers } from './migrations/035-transfers.ts';
import type { Migration } from './migrations/migration.ts';

/**
 * Migrations in the order in which they are applied. Each id is the position in this list, from 1. Never edit a
 * released file, because every database stores the checksums of its migrations; a change needs a new file. Unless
 * noted otherwise, times are integer ms and decimals are text.
 */
export const MIGRATIONS: readonly Migration[] = [
	journal,
	settlements,
	settledRates,
	forecasts,
	lifetimes,
	carryModel,
	halts,
	identities,
	begunLogins,
	begunConnections,
	agentsInExecutions,
	exchangeAccounts,
	oauthRecordsOfNobody,
	auditWithoutReplace,
	dataMode,
	selfChecks,
	alerts,
	restoreMark,
	tokensOfLogins,
	loginLinks,
	modeTestnet,
	loginOrigins,
	passkeys,
	forecastScores,
	executionFolds,
	preferences,
	basisSamples,
	moneySamples,
	alertPage,
	chatBindings,
	pots,
	potDecisions,
	potEnds,
	planForecasts,
	transfers,
];
