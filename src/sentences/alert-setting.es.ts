/** Refusals of calls about alert targets, rules, quiet hours, heartbeats and confirmation codes, in Spanish. */
import type {
	alertRule as ruleEnglish,
	alertSetting as settingEnglish,
	alertTarget as targetEnglish,
} from './alert-setting.ts';
import type { Translated } from './translated.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Refusals of calls about alert targets, in Spanish. */
export const alertTarget: Translated<typeof targetEnglish> = {
	unknown: ({ was }) => `target_id debe nombrar uno de tus destinos de alertas; era ${JSON.stringify(was)}.`,
	tooMany: ({ count, limit }) => `Tienes ${count} destinos de alertas, límite ${limit}. Elimina uno primero.`,
	unknownBefore: ({ was }) =>
		`before debe ser el alert_id de una de tus alertas; era ${JSON.stringify(was)}.`,
	badUrl: ({ rule }, write) => `url ${write.words(rule)}. El valor rechazado no se muestra.`,
	testedLately: ({ gap }) => `Un destino solo se puede probar una vez cada ${durationText(gap)}.`,
};

/** Refusals of calls about threshold rules, in Spanish. */
export const alertRule: Translated<typeof ruleEnglish> = {
	unknown: ({ was }) => `rule_id debe nombrar una de tus reglas de alerta; era ${JSON.stringify(was)}.`,
	tooMany: ({ count, limit }) => `Tienes ${count} reglas de alerta, límite ${limit}. Elimina una primero.`,
	noCoin: ({ was }) =>
		`coin debe cotizar en un exchange configurado; era ${JSON.stringify(was)}. Escríbelo como en get_opportunities.`,
	noExchange: ({ was }) => `exchange debe estar configurado en este servicio; era ${JSON.stringify(was)}.`,
	noExchangePair: ({ was }) =>
		`exchangepair debe estar configurado en este servicio; era ${JSON.stringify(was)}.`,
	noExecution: ({ was }) =>
		`execution_id debe nombrar una de tus operaciones abiertas; era ${JSON.stringify(was)}.`,
};

/** Refusals of calls about quiet hours, heartbeats and confirmation codes, in Spanish. */
export const alertSetting: Translated<typeof settingEnglish> = {
	emptyQuietHours: () =>
		'until debe ser distinto de from. Elimina las horas de silencio para recibir alertas todo el día.',
	unknownZone: ({ was }) =>
		`time_zone debe ser una zona horaria IANA como Europe/Berlin; era ${JSON.stringify(was)}.`,
	tooManyHeartbeats: ({ limit }) =>
		`Este servicio tiene ${limit} latidos, límite ${limit}. Pide al operador que aumente alerts.heartbeatsMax.`,
	noMailServer: () =>
		'Este servicio no tiene servidor de correo. Pide al operador que configure la sección mail.',
	codeNotSent: ({ answer }, write) => `El código no se pudo enviar. ${write.words(answer)}`,
	codesOfUser: ({ limit }) => `Puedes solicitar como máximo ${limit} códigos por hora.`,
	codesOfAddress: ({ limit }) => `Una dirección recibe como máximo ${limit} códigos al día.`,
	codesOfService: ({ limit }) =>
		`Este servicio envía como máximo ${limit} códigos por hora. Inténtalo más tarde.`,
	codeEnded: () => 'El código ha caducado o se sustituyó. Solicita uno nuevo con send_alert_code.',
	wrongCode: ({ left }) =>
		left === 0
			? 'El código es incorrecto y no quedan intentos. Solicita uno nuevo con send_alert_code.'
			: `El código es incorrecto. ${left === 1 ? 'Queda 1 intento' : `Quedan ${left} intentos`}.`,
	confirmed: ({ target }) => `${JSON.stringify(target)} no necesita código: su dirección está confirmada.`,
	unconfirmed: ({ target }) =>
		`${JSON.stringify(target)} no está confirmado. Introduce el código del correo o solicita uno nuevo.`,
};

/** Formats a duration in whole units, rounded down. */
function durationText(ms: number): string {
	if (ms < 2 * MINUTE_MS) return `${Math.floor(ms / SECOND_MS)} s`;
	if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
	return `${Math.floor(ms / HOUR_MS)} h`;
}
