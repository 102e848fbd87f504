/** Failures behind a call, in Spanish. */
import type { failure as english } from './failure.ts';
import type { Translated } from './translated.ts';

/** Messages about failures, in Spanish. */
export const failure: Translated<typeof english> = {
	exchangeFailed: ({ exchange, isRefused }) =>
		`${exchange} ${isRefused ? 'rechazó' : 'no respondió a'} una solicitud que esta llamada necesita.`,
	exchangeLimited: ({ exchange, ms }, write) =>
		`Se ha alcanzado el límite de solicitudes de ${exchange}. No se abrió ni se cerró nada. Inténtalo en ${write.duration(ms)}.`,
	journal: () => 'El servicio no puede escribir su diario, así que no abrió nada.',
	internal: ({ ref }) => `El servicio ha fallado. Su registro tiene los detalles con la referencia ${ref}.`,
};
