/** Sentences about a pair's forecast and its track record, in Spanish. */
import type { forecast as english } from './forecast.ts';
import type { Translated } from './translated.ts';

/** Reasons why there is no forecast, or no track record of forecasts, in Spanish. */
export const forecast: Translated<typeof english> = {
	notListed: () => 'Este par no está ahora en la lista de oportunidades.',
	historyUnread: ({ failure }, write) => `No se puede leer el historial de cobros: ${write.words(failure)}`,
	notReadYet: () => 'El historial de cobros de este par aún no se ha leído.',
	noCommonHours: ({ legs }, write) => {
		const known = legs.map(
			({ leg, count, failure }) =>
				`${count} de ${leg}${failure === null ? '' : ` (${write.words(failure)})`}`,
		);
		return `Las patas aún no tienen horas cobradas en común. Cobros conocidos: ${known.join(', ')}.`;
	},
	unreadable: () => 'No se puede leer el historial de previsiones. Inténtalo más tarde.',
	none: () => 'El servicio aún no ha hecho ninguna previsión para este par.',
	notScored: ({ count }) =>
		`Ninguna previsión para este par se pudo evaluar, porque faltan tasas cobradas (previsiones: ${count}).`,
	notMatured: ({ firstAt }, write) =>
		`Ninguna previsión para este par ha vencido aún (primer resultado: ${write.instant(firstAt)}).`,
};
