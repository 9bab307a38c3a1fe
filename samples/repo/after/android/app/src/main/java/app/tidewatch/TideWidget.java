package app.tidewatch;

import android.app.PendingIntent;
import android.appwidget.AppWidgetManager;
import android.appwidget.AppWidgetProvider;
import android.content.Context;
import android.content.Intent;
import android.content.res.Configuration;
import android.graphics.Color;
import android.os.Bundle;
import android.widget.RemoteViews;
import java.util.Optional;

/** The home screen widget: height now, trend, and the next high water. */
public final class TideWidget extends AppWidgetProvider {

    private static final int NARROW_DP = 180;

    @Override
    public void onUpdate(Context context, AppWidgetManager manager, int[] ids) {
        for (int id : ids) {
            refresh(context, manager, id);
        }
        SyncWorker.ensureScheduled(context);
    }

    @Override
    public void onAppWidgetOptionsChanged(
            Context context, AppWidgetManager manager, int id, Bundle options) {
        refresh(context, manager, id);
    }

    static void refresh(Context context, AppWidgetManager manager, int id) {
        int width = manager.getAppWidgetOptions(id).getInt(AppWidgetManager.OPTION_APPWIDGET_MIN_WIDTH);
        Optional<TideState> state = TideState.load(context);
        RemoteViews views = new RemoteViews(context.getPackageName(), R.layout.tide_widget);
        if (state.isPresent()) {
            render(context, views, state.get(), width < NARROW_DP);
        } else {
            views.setTextViewText(R.id.height, context.getString(R.string.no_data));
        }
        views.setOnClickPendingIntent(R.id.root, openApp(context));
        manager.updateAppWidget(id, views);
    }

    private static void render(Context context, RemoteViews views, TideState state, boolean narrow) {
        HeightFormat format = HeightFormat.forLocale(context.getResources().getConfiguration().getLocales().get(0));
        views.setTextViewText(R.id.height, format.height(state.height()));
        views.setTextViewText(R.id.trend, format.trend(state.rate()));
        views.setTextViewText(R.id.next, format.nextHigh(state.nextHigh(), state.zone(), narrow));
        boolean night = isNight(context);
        views.setTextColor(R.id.height, night ? Color.WHITE : Color.BLACK);
        views.setTextColor(R.id.trend, night ? Color.WHITE : Color.BLACK);
        views.setTextColor(R.id.next, night ? Color.LTGRAY : Color.DKGRAY);
    }

    /** Whether the system is in dark mode right now. */
    static boolean isNight(Context context) {
        int mode = context.getResources().getConfiguration().uiMode;
        return (mode & Configuration.UI_MODE_NIGHT_MASK) == Configuration.UI_MODE_NIGHT_YES;
    }

    private static PendingIntent openApp(Context context) {
        Intent intent = new Intent(context, BoardActivity.class);
        return PendingIntent.getActivity(context, 0, intent, PendingIntent.FLAG_IMMUTABLE);
    }
}
