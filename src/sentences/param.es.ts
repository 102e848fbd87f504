/** Messages about params, in Spanish. */
import type { param as english } from './param.ts';
import type { Translated } from './translated.ts';

/** Refusals of params, in Spanish. */
export const param: Translated<typeof english> = {
	misfit: () => 'Los parámetros no son los del método.',
	unknown: ({ field }) => `${field} no es un parámetro de este método; los desconocidos se rechazan.`,
	absent: ({ field, rule }, write) => `${field} es obligatorio y ${write.words(rule)}; faltaba.`,
	secret: ({ field, rule }, write) => `${field} ${write.words(rule)}; su valor es secreto y no se muestra.`,
	wrong: ({ field, rule, was }, write) => `${field} ${write.words(rule)}; era ${write.words(was)}.`,
	timeZone: ({ zone }) =>
		`time_zone debe ser local o una zona horaria IANA, como Europe/Madrid; era ${JSON.stringify(zone)}.`,
	spanOrder: () => 'from debe ser anterior a until.',
	exchangePair: ({ field, known, was }) =>
		`${field} debe ser un par de exchanges configurado: uno de ${known.join(', ')}; era ${was}.`,
	symbol: ({ field, was, exchange }) =>
		`${field} debe estar en ambos exchanges del par; era ${was}, que ${exchange} no lista.`,
	coin: ({ field, was }) =>
		`${field} debe ser una moneda que liste algún exchange, como BTC; era ${was}. El mapa de financiación muestra las monedas.`,
	opportunity: ({ was }) => `opportunity_id debe ser un id de get_opportunities; era ${was}.`,
	opportunityGone: ({ id }) => `La oportunidad ${id} ya no existe. Actualiza la lista.`,
	application: ({ was }) => `application_id debe ser el id de una de tus aplicaciones; era ${was}.`,
	name: ({ field, rule, was }) =>
		`${field} debe tener de 1 a 64 ${
			rule === 'user' ? 'caracteres de A-Z a-z 0-9 . _ -' : 'letras, dígitos, espacios y . _ @ -'
		}, con una letra o un dígito al principio; era ${was}.`,
};
