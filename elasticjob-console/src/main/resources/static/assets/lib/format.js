/** Formats times and durations for people. */
import { language } from './i18n.js';

const two = number => String(number).padStart(2, '0');

/** Formats a time of today as time of day, any other as date and time. */
export function time(instant) {
  if (!instant) {
    return '–';
  }
  const date = new Date(instant);
  const clock = two(date.getHours()) + ':' + two(date.getMinutes()) + ':' + two(date.getSeconds());
  if (date.toDateString() === new Date().toDateString()) {
    return clock;
  }
  return date.getFullYear() + '-' + two(date.getMonth() + 1) + '-' + two(date.getDate()) + ' ' + clock;
}

/** Formats a time with its time zone, for tooltips. */
export function exact(instant, timeZone) {
  if (!instant) {
    return '';
  }
  try {
    return new Intl.DateTimeFormat(language(), {
      dateStyle: 'full',
      timeStyle: 'long',
      timeZone: timeZone || undefined,
    }).format(new Date(instant));
  } catch (unknownZone) {
    return new Date(instant).toISOString();
  }
}

/** Formats date and time in a time zone, or in the viewer's if the browser does not know the zone. */
export function inZone(instant, timeZone) {
  const options = { dateStyle: 'medium', timeStyle: 'medium' };
  try {
    return new Intl.DateTimeFormat(language(), { ...options, timeZone: timeZone || undefined }).format(
      new Date(instant),
    );
  } catch (unknownZone) {
    return new Date(instant).toISOString();
  }
}

export function duration(millis) {
  if (millis < 1000) {
    return millis + ' ms';
  }
  if (millis < 60000) {
    return (millis / 1000).toFixed(1) + ' s';
  }
  const minutes = Math.floor(millis / 60000);
  if (minutes < 60) {
    return minutes + ' min ' + two(Math.floor(millis / 1000) % 60) + ' s';
  }
  return Math.floor(minutes / 60) + ' h ' + two(minutes % 60) + ' min';
}

export function between(start, end) {
  return start && end ? duration(new Date(end) - new Date(start)) : '–';
}

/** Formats the time elapsed since then. */
export const ago = instant => duration(Math.max(0, Date.now() - new Date(instant)));
